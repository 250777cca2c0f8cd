/** The words of the client, in the reader's language. There is English so far; another language is another file. */
export { en as words } from './en'
