import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  // The native server imports this one file of Vite's graph and no other.
  environments: { ssr: { build: { rolldownOptions: { input: './src/render.ts' } } } },
})
