import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { sendDue } from '#lib/server/outbox/send.ts'
import { outbox } from '#lib/server/outbox/tables.ts'
import { MEGABYTE } from '#lib/uploads.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { putFile, signInAs, staffSession } from '#test/support/make.ts'
import { pdf } from '#test/support/uploads.ts'
import { sendMailings } from './server/mailings.ts'
import { message } from './server/tables.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })

const inbox = async () =>
  (await site.as(await signInAs(site, 'qingyuan')).get('/member/message/list', { type: 'system' })).data.list

test('files go with it, in the member centre and by mail, and afterwards it is told what arrived', async () => {
  const { db } = site.services
  const cookie = await staffSession(site, 'admin')
  const admin = site.as(cookie)
  const [of] = await db
    .select({ id: member.id })
    .from(member)
    .innerJoin(account, eq(account.organisationId, member.organisationId))
    .where(eq(account.userName, 'qingyuan'))
  const own = { ...cookie, 'sec-fetch-site': 'same-origin' }
  const put = (name: string, bytes?: Buffer) => putFile(site, own, name, bytes, 'document')
  const fileIds = [await put('会议通知.png'), await put('回执.pdf', pdf('回执'))]
  const given = {
    register: 'member',
    ids: String(of!.id),
    title: '带附件',
    content: '请看附件。',
    sms: '请看附件。',
    mail: true,
    fileIds,
    expected: 1,
  }
  const { data } = await admin.post('/staff/mailing/send', given)
  await sendMailings(site.ctx())
  const got = (await inbox()).find(({ title }: { title: string }) => title === '带附件')
  expect(got.files).toMatchObject([{ name: '会议通知.png' }, { name: '回执.pdf' }])
  const token = await signInAs(site, 'qingyuan')
  const saved = async (fileId?: number) => {
    const url = `/api/member/message/file?id=${got.id}${fileId ? `&fileId=${fileId}` : ''}`
    const { headers } = await site.app.inject({ url, headers: { token, 'sec-fetch-site': 'same-origin' } })
    return decodeURIComponent(String(headers['content-disposition']))
  }
  expect([await saved(), await saved(fileIds[1])]).toEqual([
    expect.stringContaining('会议通知.png'),
    expect.stringContaining('回执.pdf'),
  ])
  // Noon: texts marked `byDay` are held back at night.
  await sendDue(site.services, new Date(`${addDays(dayOf(new Date()), 1)}T12:00:00+08:00`))
  await db.update(message).set({ readAt: new Date() }).where(eq(message.id, got.id))
  const detail = (await admin.get('/staff/mailing/detail', { id: data.id })).data
  expect(detail).toMatchObject({
    title: '带附件',
    content: '请看附件。',
    smsText: '请看附件。',
    told: 1,
    read: 1,
    files: fileIds.map((_, i) => ({ name: ['会议通知.png', '回执.pdf'][i], size: expect.any(Number) })),
    texts: { written: 1, queued: 0 },
    mails: { written: 1, failed: 0 },
  })
  const folder = join(site.services.config.dataDir, 'outbox/mail')
  const letters = await Promise.all((await readdir(folder)).map(name => readFile(join(folder, name), 'utf8')))
  const attached = (letter: string) => letter.split('Content-Disposition: attachment').length - 1
  expect(letters.map(attached).filter(n => n > 0)).toEqual([2])
  for (const state of ['queued', 'failed', 'stopped', 'sent', 'skipped', 'trial'] as const) {
    await db.update(outbox).set({ state }).where(eq(outbox.mailingId, data.id))
    const { texts, mails } = (await admin.get('/staff/mailing/detail', { id: data.id })).data
    expect([texts[state], mails[state]], state).toEqual([1, 1])
  }
  expect(await admin.get('/staff/mailing/detail', { id: 999_999 })).toMatchObject({ code: 404 })
  const heavy = [await put('甲.png'), await put('乙.png')]
  await db
    .update(file)
    .set({ size: 11 * MEGABYTE })
    .where(inArray(file.id, heavy))
  const refused = '附件合计 22.0 MB，超过 20 MB，请去掉或压缩其中一些'
  for (const act of ['send', 'trial'])
    expect(await admin.post(`/staff/mailing/${act}` as never, { ...given, fileIds: heavy })).toMatchObject({
      code: 400,
      data: { fields: { fileIds: refused } },
    })
})
