#!/usr/bin/env node
import { become, install, runMain } from './prepare.mjs'

await runMain(async () => {
  await install()
  await become(['src/cli.ts', ...process.argv.slice(2)], { NODE_ENV: 'production' })
})
