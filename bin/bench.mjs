import { become, build, install, runMain } from './prepare.mjs'

/** `npm run bench training`: that part alone. */
const program = process.argv[2] === 'training' ? 'bench/trainingMain.ts' : 'bench/main.ts'

await runMain(async () => {
  await install({ dev: true })
  await build()
  await become([program, ...process.argv.slice(2)], { NODE_ENV: 'production' })
})
