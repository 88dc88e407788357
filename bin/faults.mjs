import { build, install, run, runMain } from './prepare.mjs'

/** `npm run faults [words of file names]`: attacks and outages that take longer than a test of every day may. */
await runMain(async () => {
  await install({ dev: true })
  await build()
  const { code } = await run('vitest', ['run', '--project=faults', ...process.argv.slice(2)], {
    env: { NODE_ENV: 'test' },
  })
  process.exitCode = code
})
