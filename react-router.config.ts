import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { minify } from 'vite'
import { starter } from './src/layouts/firstView/starter.ts'
import { checkActions, checkLoaders } from './src/layouts/rendering/routeManifest.ts'

export default {
  appDirectory: 'src',
  // It is emptied first: the program stands beside it (`vite.program.config.ts`).
  buildDirectory: 'build/pages',
  // One hashed manifest instead of a request per page for the routes of its links: the page cache needs stable HTML.
  routeDiscovery: { mode: 'initial' },
  /** Looks into the routes, and makes what pages begin with whose scripts wait. */
  async buildEnd({ reactRouterConfig: { buildDirectory } }) {
    const client = resolve(buildDirectory, 'client')
    const [file] = globSync(join(client, 'assets/manifest-*.js'))
    const manifest = readFileSync(file!, 'utf8')
    checkActions(manifest)
    checkLoaders(manifest, url => readFileSync(join(client, url), 'utf8'))
    const { code } = await minify('starter.js', starter)
    writeFileSync(resolve(buildDirectory, 'server/starter.js'), code)
  },
} satisfies Config
