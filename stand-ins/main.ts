import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { standIns } from './standIns.ts'
import { startStandIns } from './start.ts'

/** Starts the stand-ins, then the site that uses them, and ends with it. */
const port = process.env.PORT ?? '3000'
const site = process.env.PUBLIC_URL ?? `http://localhost:${port}`
const started = await startStandIns({
  port: Number(process.env.STAND_INS_PORT ?? 3900),
  site,
  folder: join(resolve(process.env.DATA_DIR ?? './data'), 'stand-ins'),
})
console.log(`外部服务替身：${started.origin}/（${standIns.map(({ title }) => title).join('、')}）`)
// Two of them issue e-invoices: `INVOICE_PROVIDER=nuonuo` takes the other.
const provider = process.env.INVOICE_PROVIDER
const child = spawn(process.execPath, ['build/program/main.js'], {
  stdio: 'inherit',
  env: { ...process.env, ...started.settings, ...(provider && { INVOICE_PROVIDER: provider }) },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
child.once('exit', async code => {
  await started.close()
  process.exitCode = code ?? 1
})
