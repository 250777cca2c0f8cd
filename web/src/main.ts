import './look/tokens.css'
import './look/base.css'
import { mount } from 'svelte'

import App from './App.svelte'
import { settings } from './state/settings.svelte'

settings.dress()
window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => settings.dress())
const target = document.getElementById('app')
if (target) mount(App, { target })
