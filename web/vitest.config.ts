// Apart from vite.config.ts, so that building the client needs nothing that only its tests need.
import { mergeConfig } from 'vite'
import { defineConfig } from 'vitest/config'

import client from './vite.config'

export default mergeConfig(client, defineConfig({ test: { include: ['tests/**/*.test.ts'], environment: 'node' } }))
