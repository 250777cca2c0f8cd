import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

export default defineConfig({
  // Relative, so that the client works behind any path prefix.
  base: './',
  plugins: [svelte()],
  build: {
    outDir: '../src/weatherdeck/web_dist',
    emptyOutDir: true,
    target: 'es2022',
    // An inlined file would be a data: address, which the server's content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: ['.', '../src/weatherdeck/games'] }, // for the art.json of each game
    proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } },
  },
})
