import { and, desc, eq, isNotNull, ne } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { staffRole } from '#modules/accounts/server/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { bankLine, receivable } from '#modules/ledger/server/tables.ts'
import { organisation, organisationContact, person } from '#modules/members/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { registration } from '#modules/training/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })

type Staff = Awaited<ReturnType<typeof asStaff>>
type Group = { code: string; name: string; things: { title: string; about: string; route: string }[]; more: boolean }

let admin: Staff
beforeAll(async () => {
  admin = await asStaff(site, 'admin')
})

const find = async (by: Staff, key: string): Promise<Group[]> => (await by.get('/staff/find', { key })).data
const groupOf = async (by: Staff, key: string, code: string) => (await find(by, key)).find(one => one.code === code)
const titlesOf = async (by: Staff, key: string, code: string) =>
  (await groupOf(by, key, code))?.things.map(({ title }) => title) ?? []

const COMPANY = '北京清源锅炉清洗有限公司'
const companyNow = async () => {
  const { db } = site.services
  const [of] = await db.select().from(organisation).where(eq(organisation.name, COMPANY))
  return of!
}

describe('the search of the back office', () => {
  test('finds a company by its name, in pinyin, by initials and by part of its credit code', async () => {
    const { id, creditCode } = await companyNow()
    for (const key of ['清源', 'qingyuan', 'bjqy', creditCode.slice(4, 12), creditCode]) {
      const found = await groupOf(admin, key, 'organisation')
      expect(found?.things, key).toContainEqual({
        title: COMPANY,
        about: `${creditCode} · 北京 · 北京市`,
        route: `/staff/organisations/${id}`,
      })
    }
  })

  test('what is called just so stands first, whatever else has it in its name', async () => {
    expect((await titlesOf(admin, COMPANY, 'organisation'))[0]).toBe(COMPANY)
  })

  test('finds members by name, by the beginning of their number and by what their level is called', async () => {
    const { id } = await companyNow()
    const [of] = await site.services.db.select().from(member).where(eq(member.organisationId, id))
    for (const key of ['清源', of!.number, of!.number.slice(0, -1)])
      expect(await titlesOf(admin, key, 'member'), key).toContain(COMPANY)
    const { things } = (await groupOf(admin, of!.number, 'member'))!
    expect(things[0]!.route).toBe(`/staff/members/${of!.id}`)
    const level = things[0]!.about.split(' · ')[1]!
    const { list } = (await admin.get('/staff/member/list', { key: level })).data
    const named = await groupOf(admin, level, 'member')
    expect(named!.things.length).toBe(Math.min(5, list.length))
    expect(named!.things.every(({ about }) => about.includes(level))).toBe(true)
  })

  test('shows five of a kind, says that there are more, and leads to the list of all', async () => {
    const many = await groupOf(admin, '锅炉', 'organisation')
    expect(many).toMatchObject({ more: true, list: `/staff/organisations?key=${encodeURIComponent('锅炉')}` })
    expect(many!.things).toHaveLength(5)
    expect(await groupOf(admin, COMPANY, 'organisation')).toMatchObject({ more: false })
  })

  test('finds a certificate by its number, from the beginning or in part, the very number first', async () => {
    const [of] = await site.services.db.select().from(certificate).orderBy(desc(certificate.id)).limit(1)
    for (const key of [of!.number, of!.number.toLowerCase().replaceAll('-', ''), of!.number.slice(-6)])
      expect(await titlesOf(admin, key, 'certificate'), key).toContain(of!.number)
    const { things } = (await groupOf(admin, of!.number, 'certificate'))!
    expect(things[0]).toMatchObject({ title: of!.number, route: `/staff/certificates/${of!.id}` })
  })

  test('finds applications by company and number, what is open before what is over', async () => {
    const rows = await site.services.db.select().from(application).orderBy(desc(application.id))
    const of = rows.find(({ submittedAt }) => submittedAt)!
    expect((await groupOf(admin, of.number!, 'application'))?.things).toMatchObject([
      { title: of.title, route: `/staff/review/${of.id}` },
    ])
    expect(await titlesOf(admin, of.number!.split('-')[1]!, 'application')).toContain(of.title)
    expect(await titlesOf(admin, of.title, 'application')).toContain(of.title)
  })

  test('finds courses and articles by title, articles also as they are being written', async () => {
    const { list: courses } = (await admin.get('/staff/training/course/list')).data
    expect(await titlesOf(admin, courses[0].title, 'course')).toContain(courses[0].title)
    expect((await groupOf(admin, '培训', 'course'))!.things[0]!.route).toMatch(/^\/staff\/courses\/\d+$/)
    expect(await titlesOf(admin, '章程', 'article')).toContainEqual(expect.stringContaining('章程'))
    expect(await titlesOf(admin, 'xiehuizhangcheng', 'article')).toContainEqual(expect.stringContaining('章程'))
    const { id, version } = (await admin.post('/staff/article/create', {})).data
    const saved = await admin.post('/staff/article/save', { id, version, values: { title: '年会筹备的稿子' } })
    expect(saved.code, saved.msg).toBe(200)
    expect(await titlesOf(admin, '筹备的稿', 'article')).toEqual(['年会筹备的稿子'])
    await admin.post('/staff/article/delete', { id })
    expect(await titlesOf(admin, '筹备的稿', 'article')).toEqual([])
  })
})

/** The only one of that name, in Beijing. */
async function someone() {
  const all = await site.services.db.select().from(person).orderBy(person.id)
  return all.find(
    ({ name, provinceCode }) => provinceCode === '110000' && all.filter(one => one.name === name).length === 1,
  )!
}

describe('persons', () => {
  test('are found by the whole name alone, with the number masked, and that is in the log without what was typed', async () => {
    const { id, name } = await someone()
    const before = await site.services.db.$count(auditEvent, eq(auditEvent.action, 'person.find'))
    expect(await groupOf(admin, name.slice(0, 2), 'person')).toBeUndefined()
    const found = await groupOf(admin, name, 'person')
    expect(found).toMatchObject({ list: null, more: false })
    expect(found!.things).toMatchObject([{ title: name, route: `/staff/persons/${id}` }])
    expect(JSON.stringify(found)).not.toMatch(/\d{10}/)
    const lines = await site.services.db.select().from(auditEvent).where(eq(auditEvent.action, 'person.find'))
    expect(lines).toHaveLength(before + 1)
    expect(lines.at(-1)).toMatchObject({ objectType: 'person', objectId: id, objectName: name })
  })
})

describe('a caller', () => {
  const MOBILE = '13655550177'
  const contactOf = async () => {
    const { db, encryption } = site.services
    const of = await companyNow()
    const contact = { name: '宇文知行', mobileSealed: encryption.encrypt(MOBILE), mobileHash: encryption.hash(MOBILE) }
    const { organisationId, role } = organisationContact
    await db
      .insert(organisationContact)
      .values({ ...contact, organisationId: of.id, role: 'liaison' })
      .onConflictDoUpdate({ target: [organisationId, role], set: contact })
    await db
      .update(organisation)
      .set({ phone: '010-55500177-6', legalPerson: '司马守拙' })
      .where(eq(organisation.id, of.id))
    return of
  }

  test('is found by mobile, landline and the name of who acts for the company, in search and lists', async () => {
    const { id } = await contactOf()
    for (const key of ['136 5555 0177', '55500177', '（010）5550 0177', '司马守拙', '宇文知行']) {
      expect(await titlesOf(admin, key, 'organisation'), key).toEqual([COMPANY])
      expect(await titlesOf(admin, key, 'member'), key).toEqual([COMPANY])
      const { list } = (await admin.get('/staff/organisation/list', { key })).data
      expect(
        list.map((one: { id: number }) => one.id),
        key,
      ).toEqual([id])
      expect((await admin.get('/staff/member/list', { key })).data.list, key).toMatchObject([{ name: COMPANY }])
    }
    expect(await titlesOf(admin, '1365555017', 'organisation')).toEqual([])
    const [of] = await site.services.db
      .insert(application)
      .values({ kind: 'style', title: '风采', organisationId: id, state: 'submitted', submittedAt: new Date() })
      .returning()
    const queue = (await admin.get('/staff/review/list', { status: 'all', key: MOBILE })).data.list
    expect(queue).toContainEqual(expect.objectContaining({ id: of!.id, applicant: COMPANY }))
  })

  test('by mobile is in the log, without the number, and not in an address', async () => {
    const { id } = await contactOf()
    const lines = () =>
      site.services.db
        .select()
        .from(auditEvent)
        .where(eq(auditEvent.action, 'search.mobile'))
        .orderBy(desc(auditEvent.id))
    const before = (await lines()).length
    expect(await groupOf(admin, MOBILE, 'organisation')).toMatchObject({ list: null })
    const [last, ...others] = await lines()
    expect(others).toHaveLength(before)
    expect(last!.detail).toMatchObject({
      单位: [`/staff/organisations/${id}`],
      会员: [expect.stringMatching(/^\/staff\/members\/\d+$/)],
    })
    expect(JSON.stringify(last)).not.toContain(MOBILE)
    await groupOf(admin, COMPANY, 'organisation')
    expect(await lines()).toHaveLength(before + 1)
  })

  test('names a payer or a registration: cashiers find the transfer and the fee, trainers the people who signed up', async () => {
    const { db } = site.services
    const [line] = await db.select().from(bankLine).where(ne(bankLine.payer, '')).limit(1)
    const cashier = await asStaff(site, await staffWith(site, ['cashier']))
    expect(await titlesOf(cashier, line!.payer, 'bankLine')).toContain(line!.payer)
    const [paid] = await db
      .select()
      .from(receivable)
      .where(and(eq(receivable.kind, 'memberFee'), ne(receivable.payer, '')))
    expect((await groupOf(cashier, paid!.payer, 'fee'))?.things[0]?.about).toContain(paid!.payer)
    const [signedUp] = await db.select().from(registration).where(isNotNull(registration.number)).limit(1)
    const trainer = await asStaff(site, await staffWith(site, ['trainer']))
    expect((await groupOf(trainer, signedUp!.number!, 'registration'))?.things).toMatchObject([
      { title: signedUp!.organisationName, route: `/staff/registrations/${signedUp!.id}` },
    ])
    expect(await groupOf(trainer, line!.payer, 'bankLine')).toBeUndefined()
  })
})

describe('who may see what', () => {
  test('an editor finds articles, and neither companies nor persons nor certificates', async () => {
    const editor = await asStaff(site, await staffWith(site, ['editor']))
    expect((await find(editor, '章程')).map(({ code }) => code)).toContain('article')
    const { name } = await someone()
    const { number } = (await site.services.db.select().from(certificate).limit(1))[0]!
    for (const key of [COMPANY, name, number])
      expect((await find(editor, key)).filter(({ code }) => code !== 'article')).toEqual([])
  })

  test('whoever is limited to a branch finds what is in its provinces', async () => {
    const branch = await admin.post('/staff/branch/save', {
      form: { name: '上海分会', provinces: ['310000'], status: 'open' },
    })
    const permissions = ['staff:members', 'staff:certificates', 'staff:applications']
    const form = { name: '上海专员', permissions, status: 'open', branches: [String(branch.data.id)] }
    const role = await admin.post('/staff/role/save', { form })
    expect(role.data, role.msg).toBeTruthy()
    const [of] = await site.services.db.select().from(staffRole).where(eq(staffRole.id, role.data.id))
    const limited = await asStaff(site, await staffWith(site, [of!.code]))
    expect(await find(limited, COMPANY)).toEqual([])
    expect(await find(limited, (await someone()).name)).toEqual([])
    const [there] = await site.services.db.select().from(organisation).where(eq(organisation.provinceCode, '310000'))
    expect(await titlesOf(limited, there!.name, 'organisation')).toContain(there!.name)
    const elsewhere = await site.services.db.select().from(certificate).where(eq(certificate.provinceCode, '110000'))
    expect(await titlesOf(limited, elsewhere[0]!.number, 'certificate')).toEqual([])
    expect(await titlesOf(admin, elsewhere[0]!.number, 'certificate')).toEqual([elsewhere[0]!.number])
  })

  test('a single letter is asked to be more, and nothing is found of what nobody is called', async () => {
    expect(await admin.get('/staff/find', { key: 'a' })).toMatchObject({ code: 400 })
    expect(await find(admin, '查无此名称')).toEqual([])
  })
})
