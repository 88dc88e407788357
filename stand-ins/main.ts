import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { standIns } from './standIns.ts'
import { startStandIns } from './start.ts'

/** Starts the stand-ins, then the site that uses them, and ends with it. */
const port = Number(process.env.STAND_INS_PORT ?? 3900)
const started = await startStandIns({
  port,
  site: process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? '3000'}`,
  folder: join(resolve(process.env.DATA_DIR ?? './data'), 'stand-ins'),
}).catch(error => {
  if (error.code !== 'EADDRINUSE') throw error
  console.error(`替身的端口 ${port} 已被占用，请停止占用它的程序，或用 STAND_INS_PORT 另设端口。`)
  process.exit(1)
})
console.log(`外部服务替身：${started.origin}/（${standIns.map(({ title }) => title).join('、')}）`)
/**
 * Optional features, on unless the environment says otherwise. Two mock servers issue e-invoices;
 * `INVOICE_PROVIDER=nuonuo` selects the other one.
 */
const { SM2_SEAL = 'on', INVOICE_PROVIDER = started.settings.INVOICE_PROVIDER } = process.env
const child = spawn(process.execPath, ['build/program/main.js'], {
  stdio: 'inherit',
  env: { ...process.env, ...started.settings, SM2_SEAL, INVOICE_PROVIDER },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
child.once('exit', async code => {
  await started.close()
  process.exitCode = code ?? 1
})
