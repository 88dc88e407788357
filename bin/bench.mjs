import { become, build, install, runMain } from './prepare.mjs'

/** `npm run bench training`: that part alone. `npm run desk`: what staff do, in a browser. `npm run soak`: for hours. */
const parts = {
  next: 'bench/nextMain.ts',
  one: 'bench/main.ts',
  pair: 'bench/pair.ts',
  search: 'bench/search/main.ts',
  plans: 'bench/plans.ts',
  bulk: 'bench/bulk.ts',
  growth: 'bench/growth.ts',
  every: 'bench/every.ts',
  training: 'bench/trainingMain.ts',
  desk: 'bench/desk/main.ts',
  flame: 'bench/flame.ts',
  phone: 'bench/phone/main.ts',
  soak: 'bench/soak.ts',
  upgrade: 'bench/upgrade.ts',
}
/** `npm run bench all`: every table of `docs/scale.md`, one after another; the first says on what machine. */
const tables = ['next', 'one', 'pair', 'search', 'plans', 'bulk', 'growth', 'phone']
const asked = process.argv[2]
const programs = asked === 'all' ? tables.map(name => parts[name]) : [parts[asked] ?? parts.one]

await runMain(async () => {
  await install({ dev: true })
  await build()
  let missed = 0
  for (const program of programs) {
    if (programs.length > 1) console.log(`\n## ${program}`)
    await become([program, ...process.argv.slice(2)], { NODE_ENV: 'production' })
    if (process.exitCode !== 0) missed++
  }
  process.exitCode = missed > 0 ? 1 : 0
})
