import { become, install, runMain } from './prepare.mjs'

// Node watches exactly the files that the server has imported; pages are not among them, Vite reloads those.
await runMain(async () => {
  await install({ dev: true })
  await become(['--watch', '--watch-preserve-output', 'src/main.ts', '--dev'], { NODE_ENV: 'development' })
})
