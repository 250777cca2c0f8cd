/** The client's texts. Only English so far; another language would be another file. */
export { en as words } from './en'
