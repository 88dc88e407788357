import { build, install, runMain } from './prepare.mjs'

await runMain(async () => {
  await install()
  await build({ force: true })
})
