import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/**
 * What every public page needs, in two files instead of twenty: smaller together, and fewer requests. What is loaded
 * only when a screen of the member centre opens stays apart.
 */
const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie|set-cookie-parser)[\\/]/ },
  { name: 'shell', tags: ['$initial' as const], test: /src[\\/](api|layouts[\\/](?!member)|lib|ui)[\\/]/i },
]

export default defineConfig({
  plugins: [reactRouter()],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    // The native server imports this one file of Vite's graph and no other.
    ssr: { build: { rolldownOptions: { input: './src/render.ts' } } },
  },
})
