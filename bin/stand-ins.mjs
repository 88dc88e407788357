import { become, build, install, runMain } from './prepare.mjs'

/** `npm run stand-ins`: the site with stand-ins for all that it reaches outside, for trying and for tests. */
await runMain(async () => {
  await install()
  await build()
  await become(['stand-ins/main.ts'], { NODE_ENV: 'production' })
})
