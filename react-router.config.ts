import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  // One hashed manifest instead of a request per page for the routes of its links: the page cache needs stable HTML.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
