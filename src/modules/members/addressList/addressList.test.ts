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
let second: Staff
let company: typeof organisation.$inferSelect
beforeAll(async () => {
  admin = await importer(site, await staffWith(site, ['admin']))
  second = await importer(site, await staffWith(site, ['admin']))
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
const ask = (by: Staff, of: string, query = '', purpose = PURPOSE) =>
  by.post('/staff/address-list/export', { of, query, purpose })

/** The rows of an address list once a second person has agreed, by their headings; the line above says whose copy it is. */
async function listOf(of: string, query: string) {
  expect(await ask(admin, of, query)).toMatchObject({ code: 202 })
  const { id } = (await second.get('/staff/approval/list', { state: 'waiting' })).data.list[0]
  await expect(admin.download('/staff/approval/file', { id })).rejects.toThrow(/还没有人同意/)
  expect(await second.post('/staff/approval/agree', { id })).toMatchObject({ code: 200 })
  return readList(await admin.download('/staff/approval/file', { id }))
}

async function readList(file: Buffer) {
  const [mark, headings, ...rows] = textsOf(await sheetOf(file))
  return {
    mark: mark!.join(''),
    rows: rows.map(cells => Object.fromEntries(headings!.map((heading, i) => [heading, cells[i]]))),
  }
}

test.each(['organisation', 'member'])(
  'the %s list has the contact with the whole mobile, and the postal address',
  async of => {
    const { rows, mark } = await listOf(of, `key=${encodeURIComponent('清源')}&pageNum=1`)
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
  const { rows } = await listOf('memberFee', 'state=open')
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
  const courseId = of!.courseId!
  const { rows, mark } = await readList(
    await trainer.download('/staff/training/roster/phones', { courseId, purpose: PURPOSE }),
  )
  const mobile = encryption.decrypt(of!.participant.mobileSealed!)
  expect(rows.find(row => row.姓名 === of!.participant.name)?.手机?.replaceAll(' ', '')).toBe(mobile)
  expect(Object.keys(rows[0]!)).toEqual('准考证号 姓名 手机 职务 单位 报名编号 报名联系人 报名联系人手机'.split(' '))
  expect(mark).toContain(PURPOSE)
  expect(await lineOf('course.exportPhones')).toMatchObject({ objectType: 'course', objectId: courseId })
  expect(await ask(trainer, 'organisation')).toMatchObject({ code: 403 })
})

test('it is not given without a purpose, nor without the permission for whole numbers, and every copy is in the log', async () => {
  expect(await ask(admin, 'member', '', '')).toMatchObject({ code: 400 })
  expect(await ask(admin, 'member', 'status=nonsense')).toMatchObject({ code: 400 })
  const reviewer = await importer(site, await staffWith(site, ['reviewer']))
  expect(await ask(reviewer, 'member')).toMatchObject({ code: 403 })
  const nature = company.nature
  await listOf('organisation', new URLSearchParams({ key: '清源', nature }).toString())
  const line = await lineOf('addressList.export')
  expect(line).toMatchObject({ objectType: 'organisation', objectName: '单位通讯录' })
  expect(line.after).toMatchObject({ 用途: PURPOSE, 行数: 1, 筛选: `单位性质 ${nature}`, 同意人: expect.any(String) })
})

test('a contact without mail leaves the mail of the company', async () => {
  const { db } = site.services
  const email = 'office@example.com'
  await db.update(organisation).set({ email }).where(eq(organisation.id, company.id))
  await db.update(organisationContact).set({ email: '' }).where(eq(organisationContact.organisationId, company.id))
  const { rows } = await listOf('organisation', `key=${encodeURIComponent(COMPANY)}`)
  expect(rows[0]!.邮箱).toBe(email)
})

async function lineOf(action: string) {
  const [line] = await site.services.db
    .select()
    .from(auditEvent)
    .where(eq(auditEvent.action, action))
    .orderBy(desc(auditEvent.id))
  return line!
}

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
