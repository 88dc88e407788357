import { become, build, install, runMain } from './prepare.mjs'

/** `npm run bench training`: that part alone. `npm run desk`: what staff do, in a browser. */
const parts = {
  training: 'bench/trainingMain.ts',
  search: 'bench/search/main.ts',
  desk: 'bench/desk/main.ts',
  next: 'bench/nextMain.ts',
  pair: 'bench/pair.ts',
  plans: 'bench/plans.ts',
  bulk: 'bench/bulk.ts',
  growth: 'bench/growth.ts',
  flame: 'bench/flame.ts',
}
const program = parts[process.argv[2]] ?? 'bench/main.ts'

await runMain(async () => {
  await install({ dev: true })
  await build()
  await become([program, ...process.argv.slice(2)], { NODE_ENV: 'production' })
})
