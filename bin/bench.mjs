import { become, build, install, runMain } from './prepare.mjs'

await runMain(async () => {
  await install({ dev: true })
  await build()
  await become(['bench/main.ts', ...process.argv.slice(2)], { NODE_ENV: 'production' })
})
