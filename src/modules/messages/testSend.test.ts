import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outbox, smsTemplate } from '#lib/server/outbox/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { type Site, startApp } from '#test/support/app.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { account } from '../accounts/server/tables.ts'

let provider: Server
let answer = { Code: 'OK', Message: 'OK' }
const asked: string[] = []
let site: Site
let without: Site
beforeAll(async () => {
  provider = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
  const env = {
    SMS_PROVIDER: 'aliyun',
    ALIYUN_SMS_KEY_ID: 'id',
    ALIYUN_SMS_KEY_SECRET: 'secret',
    ALIYUN_SMS_SIGN_NAME: '演示协会',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'office@example.com',
    ALIYUN_SMS_ENDPOINT: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
  }
  site = await startApp({ env })
  without = await startApp()
  const common = { provider: 'aliyun', kind: 'outbox.test', templateCode: 'SMS_1', updatedName: '管理员' }
  await site.services.db.insert(smsTemplate).values({ ...common, filedText: '这是一条试发短信。' })
})
afterAll(async () => {
  await site.close()
  await without.close()
  provider.close()
})

const PHONE = '13900001111'
async function administrator(of: Site, phone?: string) {
  const userName = await staffWith(of, ['admin'])
  const { db, encryption } = of.services
  if (phone)
    await db
      .update(account)
      .set({ phoneSealed: encryption.encrypt(phone) })
      .where(eq(account.userName, userName))
  return asStaff(of, userName)
}
const send = (by: Awaited<ReturnType<typeof administrator>>, channel: string, email?: string) =>
  by.post('/staff/outbox/test', { channel, email })

test('a text goes to the own phone through the real provider, and stands in the log', async () => {
  const by = await administrator(site, PHONE)
  expect(await send(by, 'sms')).toMatchObject({ code: 200, data: { sent: true, message: /已接收.*139\*{4}1111/ } })
  expect(asked.at(-1)).toContain(`PhoneNumbers=${PHONE}`)
  const { db } = site.services
  const [row] = await db.select().from(outbox).orderBy(desc(outbox.id)).limit(1)
  expect(row).toMatchObject({ channel: 'sms', state: 'sent', subject: '试发短信' })
  const [line] = await db.select().from(auditEvent).where(eq(auditEvent.action, 'outbox.test'))
  expect(line).toMatchObject({ objectName: '短信', detail: { 接收人: '139****1111', 结果: '已发出' } })
})

test('any kind of text can be tried the same way, and whether texts and mails leave the house is told', async () => {
  const by = await administrator(site, PHONE)
  const tried = (kind: string) => by.post('/staff/sms/template/test', { kind })
  expect(await tried('outbox.test')).toMatchObject({ code: 200, data: { sent: true, message: /已接收.*139\*{4}1111/ } })
  expect(await tried('fee.reminder')).toMatchObject({ data: { sent: false, message: /没有阿里云的短信模板/ } })
  expect((await tried('fee.nothing')).code).toBe(404)
  expect((await by.get('/staff/sms/status')).data).toMatchObject({ sms: { name: '阿里云', filed: 1 }, mail: true })
  const other = await administrator(without, PHONE)
  expect((await other.get('/staff/sms/status')).data).toEqual({ sms: null, mail: false })
})

test('what the provider answers instead is said, and not tried again', async () => {
  answer = { Code: 'isv.SMS_SIGNATURE_ILLEGAL', Message: '短信签名不合法' }
  const { data } = await send(await administrator(site, PHONE), 'sms')
  expect(data).toMatchObject({
    sent: false,
    message: /没有发出：短信服务未接受（200 isv.SMS_SIGNATURE_ILLEGAL）短信签名不合法/,
  })
  const [row] = await site.services.db.select().from(outbox).orderBy(desc(outbox.id)).limit(1)
  expect(row).toMatchObject({ state: 'failed' })
})

test('where nothing is configured it says that it went into a file', async () => {
  const by = await administrator(without, PHONE)
  expect(await send(by, 'sms')).toMatchObject({ data: { sent: false, message: /只写入了文件/ } })
  const lines = await readFile(join(without.services.config.dataDir, 'outbox', 'sms.jsonl'), 'utf8')
  expect(lines).toContain('试发短信')
  expect(await send(by, 'mail', 'office@example.com')).toMatchObject({ data: { sent: false, message: /SMTP_URL/ } })
})

test('it wants a phone on record, or an address that is one', async () => {
  const by = await administrator(without)
  expect(await send(by, 'sms')).toMatchObject({ code: 409, msg: /没有登记手机号/ })
  expect(await send(by, 'mail', 'office')).toMatchObject({ code: 400, data: { fields: { email: /name@example.com/ } } })
  expect(await send(by, 'mail')).toMatchObject({ code: 400 })
})

test('five times an hour, and for who sets the site up alone', async () => {
  const by = await administrator(without, PHONE)
  for (let i = 0; i < 5; i++) expect((await send(by, 'sms')).code).toBe(200)
  expect(await send(by, 'sms')).toMatchObject({ code: 429 })
  const editor = await asStaff(without, await staffWith(without, ['editor']))
  expect(await send(editor, 'sms')).toMatchObject({ code: 403 })
})
