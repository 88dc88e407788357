import { become, build, install, runMain } from './prepare.mjs'

await runMain(async () => {
  await install()
  await build()
  await become(['src/main.ts'], { NODE_ENV: 'production' })
})
