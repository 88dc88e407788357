import { become, build, install, runMain } from './prepare.mjs'

/** `npm run walk [words of tasks]`: how many acts each task takes, and how the screens of the member centre open. */
await runMain(async () => {
  await install({ dev: true })
  await build()
  await become(['bench/walking/main.ts', ...process.argv.slice(2)], { NODE_ENV: 'production' })
})
