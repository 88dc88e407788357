import { desc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { organisation, organisationContact } from '#modules/members/server/tables.ts'
import { participant, registration } from '#modules/training/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { importer } from '#test/support/importer.ts'
import { staffWith } from '#test/support/make.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'

setUpSite({ demo: true })

type Staff = Awaited<ReturnType<typeof importer>>
const COMPANY = '北京清源锅炉清洗有限公司'
const MOBILE = '13655550188'
let admin: Staff
let company: typeof organisation.$inferSelect
beforeAll(async () => {
  admin = await importer(site, await staffWith(site, ['admin']))
  const { db, encryption } = site.services
  company = (await db.select().from(organisation).where(eq(organisation.name, COMPANY)))[0]!
  const contact = { name: '宇文知行', mobileSealed: encryption.encrypt(MOBILE), mobileHash: encryption.hash(MOBILE) }
  const { organisationId, role } = organisationContact
  await db
    .insert(organisationContact)
    .values({ ...contact, organisationId: company.id, role: 'liaison' })
    .onConflictDoUpdate({ target: [organisationId, role], set: contact })
})

const PURPOSE = '邮寄年会通知'
/** The rows of an address list, by their headings; the line above them says whose copy it is. */
async function listOf(by: Staff, of: string, query: string) {
  const file = await by.download('/staff/address-list/export', { of, query, purpose: PURPOSE })
  const [mark, headings, ...rows] = textsOf(await sheetOf(file))
  return {
    mark: mark!.join(''),
    rows: rows.map(cells => Object.fromEntries(headings!.map((heading, i) => [heading, cells[i]]))),
  }
}

test.each(['organisation', 'member'])(
  'the %s list has the contact with the whole mobile, and the postal address',
  async of => {
    const { rows, mark } = await listOf(admin, of, `key=${encodeURIComponent('清源')}&pageNum=1`)
    expect(rows.find(row => row.名称 === COMPANY)).toMatchObject({
      联系人: '宇文知行',
      手机: '136 5555 0188',
      统一社会信用代码: company.creditCode,
      通信地址: company.address,
      邮政编码: company.postcode,
    })
    expect(mark).toContain(PURPOSE)
  },
)

test('the list of those who owe has their numbers beside what they owe', async () => {
  const { rows } = await listOf(admin, 'memberFee', 'state=open')
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every(row => row.年度 && row.应缴金额)).toBe(true)
  expect(rows.some(row => /^1\d{2} \d{4} \d{4}$/.test(row.手机 ?? ''))).toBe(true)
})

test('the trainer of a class has the phones of those in it, and of no company beside', async () => {
  const trainer = await importer(site, await staffWith(site, ['trainer']))
  const { db, encryption } = site.services
  const [of] = await db
    .select({ participant, courseId: registration.courseId })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .where(eq(registration.status, 'finished'))
    .limit(1)
  const { rows } = await listOf(trainer, 'participant', `courseId=${of!.courseId}`)
  const mobile = encryption.decrypt(of!.participant.mobileSealed!)
  expect(rows.find(row => row.联系人 === of!.participant.name)?.手机?.replaceAll(' ', '')).toBe(mobile)
  expect(await trainer.get('/staff/address-list/export', { of: 'organisation', purpose: PURPOSE })).toMatchObject({
    code: 403,
  })
})

test('it is not given without a purpose, nor without the permission for whole numbers, and every copy is in the log', async () => {
  expect(await admin.get('/staff/address-list/export', { of: 'member', purpose: '' })).toMatchObject({ code: 400 })
  const reviewer = await importer(site, await staffWith(site, ['reviewer']))
  expect(await reviewer.get('/staff/address-list/export', { of: 'member', purpose: PURPOSE })).toMatchObject({
    code: 403,
    msg: expect.stringContaining('完整的个人信息'),
  })
  await listOf(admin, 'organisation', `key=${encodeURIComponent('清源')}`)
  const [line] = await site.services.db
    .select()
    .from(auditEvent)
    .where(eq(auditEvent.action, 'addressList.export'))
    .orderBy(desc(auditEvent.id))
  expect(line!.detail).toMatchObject({ 名单: '单位', 用途: PURPOSE })
})

test('the registers have columns of whom one calls, the mobile in part', async () => {
  for (const register of ['organisation', 'member']) {
    const { list } = (
      await admin.get(`/staff/${register}/list`, {
        key: '清源',
        columns: 'name,liaisonName,liaisonMobile,phone,postcode',
      })
    ).data
    const { cells } = list.find((row: { name: string }) => row.name === COMPANY)
    expect(cells).toMatchObject({ liaisonName: '宇文知行', liaisonMobile: '136****0188', postcode: company.postcode })
  }
})
