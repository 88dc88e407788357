import { flags, malloc } from './memory.mjs'
import { become, build, install, runMain } from './prepare.mjs'

await runMain(async () => {
  await install()
  await build()
  await become([...flags, 'src/main.ts'], { NODE_ENV: 'production', ...malloc })
})
