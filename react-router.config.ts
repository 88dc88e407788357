import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { withoutScreens } from './src/publicManifest.ts'

export default {
  appDirectory: 'src',
  // One hashed manifest instead of a request per page for the routes of its links: the page cache needs stable HTML.
  routeDiscovery: { mode: 'initial' },
  /** Beside the manifest of all routes, the shorter one of public pages. */
  async buildEnd({ reactRouterConfig: { buildDirectory } }) {
    const [file] = globSync(resolve(buildDirectory, 'client/assets/manifest-*.js'))
    await writeFile(file!.replace('manifest-', 'manifest-public-'), withoutScreens(await readFile(file!, 'utf8')))
  },
} satisfies Config
