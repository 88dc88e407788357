import { flags, malloc } from './memory.mjs'
import { become, build, install, runMain } from './prepare.mjs'

await runMain(async () => {
  await install()
  await build()
  await become([...flags, 'build/program/main.js'], { NODE_ENV: 'production', ...malloc })
})
