import { desc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { startOf } from '#lib/dates.ts'
import { outbox } from '#lib/server/outbox/tables.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { enterCertificates } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { signUpComplete, textsTo } from '#test/support/make.ts'
import { remindOfExpiry } from './server/reminding/reminders.ts'
import { expiryReminder } from './server/tables.ts'

setUpSite()

let company: Awaited<ReturnType<typeof signUpComplete>> & { organisationId: number }
beforeAll(async () => {
  const one = await signUpComplete(site)
  const [own] = await site.services.db.select().from(account).where(eq(account.id, one.accountId))
  company = { ...one, organisationId: own!.organisationId! }
})

let made = 0
/** A certificate that ends on a day. */
const certify = (validTo: string | null) =>
  enterCertificates({ ...site.services, now: startOf('2026-01-01') }, [
    {
      register: 'qualification',
      number: `QX-${++made}`,
      holderName: '甲',
      organisationName: '甲',
      organisationId: company.organisationId,
      groupCode: 'QX',
      groupName: '清洗',
      kindCode: 'QX01',
      kindName: '工业锅炉清洗',
      issuer: '协会',
      issuedOn: '2024-01-01',
      validFrom: '2024-01-01',
      validTo,
    },
  ])
const on = (day: string) => remindOfExpiry({ ...site.services, now: new Date(`${day}T09:00:00+08:00`) })
const told = async () =>
  (await site.services.db.select().from(message).where(eq(message.accountId, company.accountId)).orderBy(message.id))
    .length

test('each of the four steps is told once, whatever day the program runs and however often', async () => {
  await certify('2027-06-30')
  const counts: number[] = []
  for (const day of [
    '2027-03-31',
    '2027-04-01',
    '2027-04-01',
    '2027-04-20',
    '2027-05-01',
    '2027-05-31',
    '2027-06-10',
  ]) {
    await on(day)
    counts.push(await told())
  }
  expect(counts).toEqual([0, 1, 1, 1, 2, 3, 3])
  await Promise.all([on('2027-06-23'), on('2027-06-23'), on('2027-06-24')])
  expect(await told()).toBe(4)
  await on('2027-07-01')
  expect(await told()).toBe(4)
})

test('the message leads to the renewal; what has been renewed is nobody’s reminder', async () => {
  const [old] = await certify('2027-12-31')
  await on('2027-12-01')
  const [last] = await site.services.db.select().from(message).orderBy(desc(message.id)).limit(1)
  expect(last!.route).toBe(`/admin/user/qualification/new?type=renewal&certId=${old!.id}`)
  const before = await told()
  const [renewed] = await certify('2031-12-31')
  await site.services.db.update(certificate).set({ replacesId: old!.id }).where(eq(certificate.id, renewed!.id))
  await on('2027-12-28')
  expect(await told()).toBe(before)
})

test('the account, the representative and the liaison get a text, nobody twice', async () => {
  await site.services.db.delete(outbox)
  await certify('2028-06-30')
  await on('2028-06-01')
  const texts = await Promise.all([company.phone, '13900000901', '13900000902'].map(phone => textsTo(site, phone)))
  expect(texts.map(list => list.length)).toEqual([1, 1, 1])
  expect(texts[1]![0]).toContain('还有 29 天到期')
  expect(await site.services.db.select().from(outbox)).toHaveLength(3)
})

test('a step that was missed is not told late: one message, for where it stands now', async () => {
  const before = await told()
  const [late] = await certify('2029-06-30')
  await on('2029-06-25')
  expect(await told()).toBe(before + 1)
  const rows = await site.services.db.select().from(expiryReminder).where(eq(expiryReminder.certificateId, late!.id))
  expect(rows.map(({ step }) => step)).toEqual([7])
})

test('what is revoked or has no end is nobody’s reminder', async () => {
  const before = await told()
  const [revoked] = await certify('2030-06-30')
  await site.services.db.update(certificate).set({ status: 'revoked' }).where(eq(certificate.id, revoked!.id))
  await certify(null)
  await on('2030-06-25')
  expect(await told()).toBe(before)
})
