/** For work on the drawings: shows any moment of the fixtures without a server. Not part of the build. */
import '../src/look/tokens.css'
import '../src/look/base.css'
import { mount } from 'svelte'

import Gallery from './Gallery.svelte'

const target = document.getElementById('app')
if (target) mount(Gallery, { target })
