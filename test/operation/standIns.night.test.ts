import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { feesSql } from '#test/support/feesSql.ts'
import { verifyPdf } from '../../src/lib/server/documents/signatureReader.ts'
import { hashToken } from '../../src/modules/accounts/server/sessions.ts'
import { signAs } from '../../stand-ins/signedProtocol.ts'
import { freePort, until } from '../support/site.ts'
import { makeScratch } from '../support/tempDir.ts'
import { layOutDemo, queryIn } from './sites.ts'

const root = resolve(import.meta.dirname, '../..')

/** Starts `npm run stand-ins` in its own process group, which is ended with it. */
async function startThem(env: Record<string, string> = {}) {
  const dataDir = await makeScratch('stand-ins')
  await layOutDemo(dataDir)
  const [port, beside] = [await freePort(), await freePort()]
  const given = { PORT: String(port), STAND_INS_PORT: String(beside), DATA_DIR: dataDir, DEMO: '1', STAFF_TOTP: 'off' }
  const child = spawn(process.execPath, ['stand-ins/main.ts'], {
    cwd: root,
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      ...given,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  onTestFinished(async () => {
    await end(child)
    await rm(dataDir, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}`
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`it has ended: ${output}`)
    return (await fetch(`${url}/readyz`).catch(() => undefined))?.ok
  }, 120_000)
  const query = (text: string, values: unknown[] = []) =>
    queryIn({ host: join(dataDir, 'run'), user: 'hangxie' }, text, values)
  return { url, origin: `http://127.0.0.1:${beside}`, dataDir, query, output: () => output, stop: () => end(child) }
}

async function end(child: ChildProcess) {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM')
    await once(child, 'close', { signal: AbortSignal.timeout(60_000) }).catch(() =>
      process.kill(-child.pid!, 'SIGKILL'),
    )
  }
  return child.exitCode
}

type Started = Awaited<ReturnType<typeof startThem>>

/** The calls of somebody of the demo association. */
async function callsOf({ url, query }: Started, userName: string) {
  const token = randomBytes(24).toString('base64url')
  const session =
    'insert into session (token_hash, account_id, confirmed_at) select $1, id, now() from account where user_name = $2'
  await query(session, [hashToken(token), userName])
  const headers = { token, cookie: `staff=${token}`, 'sec-fetch-site': 'same-origin' }
  const whose = userName === 'cashier' ? { ...headers, token: '' } : { ...headers, cookie: '' }
  return (path: string, body?: object) =>
    fetch(`${url}/api${path}`, {
      headers: { ...whose, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
}
const dataOf = async (answer: Promise<Response>) => {
  const { code, msg, data } = await (await answer).json()
  if (code !== 200) throw new Error(msg)
  return data
}

/** A paper of its own that the site lets a provider issue; answers its number. */
async function issueInvoice(own: Started): Promise<string> {
  const cashier = await callsOf(own, 'cashier')
  const asked = '/staff/receivable/list?kind=assessmentFee&state=paid&pageSize=100'
  const { list } = await dataOf(cashier(asked))
  const { id } = list.find(({ invoiceNumber }: { invoiceNumber: string }) => !invoiceNumber)
  expect(await dataOf(cashier('/staff/eInvoice/issue', { ids: [id] }))).toMatchObject([{ done: true }])
  const ofIt = async () => (await dataOf(cashier(`/staff/eInvoice/of?id=${id}`))).list[0]
  return until(async () => (await ofIt()).number, 60_000)
}

test('by one command the site and all stand-ins are there, and each answers the site', async () => {
  const own = await startThem()
  expect(own.output()).toContain(`外部服务替身：${own.origin}/`)
  const titles = await (await fetch(own.origin)).text()
  const addresses = [...titles.matchAll(/href="(\/\w+\/)"/g)].map(([, path]) => path!)
  expect(addresses).toHaveLength(8)

  // WeChat makes a code.
  const visitor = (path: string, body: object) =>
    fetch(`${own.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await dataOf(visitor('/wechat/signIn/start', {}))).qr).toMatch(/^data:image/)

  // Both payment providers accept an order.
  const payer = await callsOf(own, 'qingyuan')
  await own.query(
    feesSql(`select m.id as member_id, year, m.level_code, 2000 as amount
     from member m join account a on a.organisation_id = m.organisation_id, generate_series(2071, 2072) year
     where a.user_name = 'qingyuan'`),
  )
  const { ways, owed } = await dataOf(payer('/member/payment/due'))
  const fees = owed.filter(({ about }: { about: string }) => /^207/.test(about))
  for (const [i, provider] of ['wechatPay', 'alipay'].entries()) {
    const { scene } = ways.find((way: { provider: string }) => way.provider === provider)
    const { number } = await dataOf(payer('/member/payment/order', { ids: [fees[i].id], provider, scene }))
    const { door } = await dataOf(payer(`/member/payment/order?number=${number}`))
    expect(door.text ?? door.url).toContain(`${own.origin}/${provider}/`)
  }

  // A paper has its time stamp, and its seal by SM2.
  const paper = await payer('/member/download', { type: 'certificate' })
  expect(paper.headers.get('link')).toContain('/api/seal/value?digest=')
  const verified = await verifyPdf(Buffer.from(await paper.arrayBuffer()))
  expect(verified).toMatchObject({ signed: true, intact: true, stamp: { by: '时间戳替身' } })

  const invoice = await issueInvoice(own)
  expect(invoice).toMatch(/^\d{20}$/)
  expect(await (await fetch(`${own.origin}/invoicing/`)).text()).toContain(invoice)

  // The signing service answers: no flow exists yet.
  const secret = await readFile(join(own.dataDir, 'stand-ins/signing/secret'), 'utf8')
  const headers = { 'x-esign-key': 'hangxie-stand-in', ...signAs('x-esign')(secret, 'GET', '/signing/flows/none', '') }
  const flow = await fetch(`${own.origin}/signing/flows/none`, { headers })
  expect([flow.status, await flow.json()]).toEqual([404, { message: '没有这个流程编号' }])

  expect(await own.stop()).toBe(0)
  await expect(fetch(own.origin)).rejects.toThrow()
})

test('with INVOICE_PROVIDER=nuonuo that stand-in issues the invoices; SM2_SEAL=off seals none', async () => {
  const own = await startThem({ INVOICE_PROVIDER: 'nuonuo', SM2_SEAL: 'off' })
  const number = await issueInvoice(own)
  const { invoices } = await (await fetch(`${own.origin}/nuonuo/counts`)).json()
  expect(invoices).toMatchObject([{ number }])
  const payer = await callsOf(own, 'qingyuan')
  expect((await payer('/member/download', { type: 'certificate' })).headers.get('link')).toBeNull()
})

test('a port that is taken is said in one sentence', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const dataDir = await makeScratch('stand-ins')
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const child = spawn(process.execPath, ['stand-ins/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, STAND_INS_PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  await once(child, 'close')
  expect([child.exitCode, output.trim()]).toEqual([
    1,
    `替身的端口 ${port} 已被占用，请停止占用它的程序，或用 STAND_INS_PORT 另设端口。`,
  ])
})
