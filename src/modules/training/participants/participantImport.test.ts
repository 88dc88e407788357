import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { personnelKind } from '#modules/personnel/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { importer } from '#test/support/importer.ts'
import { newCreditCode, staffWith } from '#test/support/make.ts'
import { until } from '#test/support/site.ts'
import { personRow, residentId, workbookOf } from '#test/support/workbooks.ts'
import { course, eventKind, participant, registration } from '../server/tables.ts'

vi.setConfig({ testTimeout: 60_000 })

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })

let admin: Awaited<ReturnType<typeof importer>>
beforeAll(async () => {
  admin = await importer(site, 'admin')
})

const HEADINGS = ['培训班编号', '单位名称', '统一社会信用代码', '姓名', '证件号码', '手机', '申报级别', '同意公示']
const DAY = 86_400_000

async function newCourse(of: Partial<typeof course.$inferInsert> = {}): Promise<number> {
  const today = dayOf(new Date())
  const [added] = await site.services.db
    .insert(course)
    .values({
      title: '锅炉水处理培训班',
      kind: 'certification',
      mode: 'onsite',
      quota: 1_000,
      feeMember: 800,
      feeOther: 1200,
      startsOn: addDays(today, 20),
      endsOn: addDays(today, 23),
      publishedAt: new Date(Date.now() - DAY),
      applyFrom: new Date(Date.now() - DAY),
      applyUntil: new Date(Date.now() + DAY),
      ...of,
    })
    .returning({ id: course.id })
  return added!.id
}

type Row = { course: number; org?: string; code?: string; n: number; name?: string; level?: string; consent?: string }
const rowOf = ({ course, org = '', code = '', n, name, level = '', consent = '' }: Row) => {
  const [known, id, mobile] = personRow(n, '1979') as [string, string, string]
  return [String(course), org, code, name ?? known, id, mobile, level, consent]
}
const check = async (rows: Row[]) => admin.check('participants', await workbookOf([HEADINGS, ...rows.map(rowOf)]))
const reasons = async (id: number) => (await admin.faults(id)).map(({ message }: { message: string }) => message)
async function take(rows: Row[]) {
  const batch = await check(rows)
  expect(await reasons(batch.id)).toEqual([])
  return admin.start(batch.id)
}
const on = (courseId: number) =>
  site.services.db
    .select()
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .where(eq(participant.courseId, courseId))
    .orderBy(participant.id)
const personOf = async (n: number) => {
  const hash = site.services.encryption.hash(residentId(n, '19790412'))
  return (await site.services.db.select().from(person).where(eq(person.idNumberHash, hash)))[0]
}
const detail = async (id: number) => (await site.get('/app/training/detail', { id })).data

test('those of one organisation come into one confirmed registration, and those who come alone into their own', async () => {
  const id = await newCourse()
  const batch = await take([
    { course: id, org: '松江锅炉清洗有限公司', n: 1, consent: '同意' },
    { course: id, org: '松江锅炉清洗有限公司', n: 2 },
    { course: id, n: 3 },
    { course: id, n: 4 },
  ])
  expect(batch).toMatchObject({ status: 'done', added: 4 })
  const rows = await on(id)
  expect(new Set(rows.map(({ registration: of }) => of.id)).size).toBe(3)
  expect(rows.map(({ participant: of }) => of.place)).toEqual([1, 2, 1, 1])
  expect(rows[0]!.registration).toMatchObject({
    channel: 'import',
    status: 'confirmed',
    organisationName: '松江锅炉清洗有限公司',
    totalFee: 2400,
    number: expect.stringMatching(/^PXD\d{4}-\d{6}$/),
  })
  expect(rows[2]!.registration.organisationName).toBe(personRow(3)[0])
  expect(rows[0]!.participant).toMatchObject({ sex: 'female', idType: 'resident', examKind: 'first', isActive: true })
  expect(rows[0]!.participant.consentAt).not.toBeNull()
  expect(rows[1]!.participant.consentAt).toBeNull()
  expect(await detail(id)).toMatchObject({ enrolled: 4, left: 996 })
})

test('a registered organisation is found by its code or its name; where newcomers work is not changed by it', async () => {
  const { db } = site.services
  const creditCode = newCreditCode()
  const [of] = await db
    .insert(organisation)
    .values({ name: '滨海热力检测有限公司', creditCode, provinceCode: '320000' } as never)
    .returning()
  const id = await newCourse()
  await take([
    { course: id, org: '滨海热力检测有限公司', code: creditCode, n: 10 },
    { course: id, org: '滨海热力检测有限公司', n: 11 },
  ])
  const rows = await on(id)
  expect(new Set(rows.map(({ registration }) => registration.id)).size).toBe(1)
  expect(rows[0]!.registration).toMatchObject({ organisationId: of!.id, creditCode, provinceCode: '320000' })
  const newcomer = (await personOf(11))!
  expect(newcomer).toMatchObject({ organisationId: null, employer: '滨海热力检测有限公司', bornOn: '1979-04-01' })
  const other = await check([{ course: id, org: '另一家公司', code: creditCode, n: 12 }])
  expect(await reasons(other.id)).toEqual(['该信用代码已登记为“滨海热力检测有限公司”，请核对'])
})

test('a person is one person in two courses; who takes part already is passed over, under another name refused', async () => {
  const [first, second] = [await newCourse(), await newCourse()]
  await take([
    { course: first, n: 20 },
    { course: second, n: 20 },
  ])
  const people = new Set([...(await on(first)), ...(await on(second))].map(({ participant: of }) => of.personId))
  expect([...people]).toEqual([(await personOf(20))!.id])
  const again = await check([
    { course: first, n: 20 },
    { course: second, n: 20, name: '另一人' },
    { course: first, n: 21 },
    { course: first, n: 21 },
    { course: second, n: 21, name: '又一人' },
  ])
  expect(again).toMatchObject({ same: 1, added: 1, bad: 3 })
  expect(await reasons(again.id)).toEqual([
    '这个证件号码已以另一个姓名报名该培训班，请核对',
    '与第 4 行重复',
    '该证件号码已登记在另一个姓名之下，请核对；确需更名的，请到人员档案办理',
  ])
})

/** A kind of event that asks for no identity number, by which the import finds people. */
const unnumberedKind = {
  code: 'gala',
  name: '理事年会',
  noun: '年会',
  people: '参会人员',
  fee: '会务费',
  pass: '参会证',
  speakers: '嘉宾',
  agenda: '议程',
  hasExam: false,
  hasHours: false,
  hasCertificates: false,
  asks: ['mobile'],
  requires: [],
}

test('nobody comes in beyond the quota, into a cancelled course, an event without numbers or one that does not exist', async () => {
  const id = await newCourse({ quota: 260, title: '满员班' })
  const gone = await newCourse({ cancelledAt: new Date(), title: '停办班' })
  await site.services.db.insert(eventKind).values(unnumberedKind)
  const gala = await newCourse({ kind: unnumberedKind.code, title: '年会' })
  const many = Array.from({ length: 263 }, (_, n) => ({ course: id, n: 2_000 + n }))
  const batch = await check([...many, { course: gone, n: 30 }, { course: 999_999, n: 31 }, { course: gala, n: 33 }])
  expect(batch).toMatchObject({ added: 260, bad: 6 })
  const full = '“满员班”限 260 人，名额已满'
  const unnumbered = '“年会”不登记证件号码，不能用这项导入；请在它的报名表里从 Excel 填入'
  expect(await reasons(batch.id)).toEqual([full, full, full, '“停办班”已取消', '没有这个编号的培训班', unnumbered])
  expect(await admin.start(batch.id)).toMatchObject({ status: 'done', added: 260 })
  expect(await detail(id)).toMatchObject({ enrolled: 260, left: 0 })
  expect(await reasons((await check([{ course: id, n: 32 }])).id)).toEqual([full])
})

test('places that others have taken since the check are not taken twice', async () => {
  const id = await newCourse({ quota: 2 })
  const batch = await check([
    { course: id, n: 40 },
    { course: id, n: 41 },
  ])
  await take([{ course: id, n: 42 }])
  expect(await admin.start(batch.id)).toMatchObject({ status: 'done', added: 1, bad: 1 })
  expect(await detail(id)).toMatchObject({ enrolled: 2, left: 0 })
})

test('the last place goes to one, also while an import is under way', async () => {
  const { db, encryption } = site.services
  const id = await newCourse({ quota: 1, title: '最后一席班' })
  const batch = await check([{ course: id, n: 45 }])
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.transaction(async tx => {
    await tx.insert(person).values({ name: '某人', idNumberHash: encryption.hash(residentId(45, '19790412')) })
    held.resolve()
    await released.promise
    tx.rollback()
  })
  await held.promise
  await admin.post('/staff/import/start', { id: batch.id, rows: 'good' })
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => (await db.execute(waiting)).rows.length)
  const [order] = await db
    .insert(registration)
    .values({ courseId: id, channel: 'public', organisationName: '先到者', status: 'unpaid' })
    .returning()
  await db.insert(participant).values({ registrationId: order!.id, courseId: id, name: '先到者' })
  released.resolve()
  await expect(holding).rejects.toThrow()
  expect(await admin.settled(batch.id)).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('“最后一席班”的 1 个名额不够了'),
  })
  expect(await detail(id)).toMatchObject({ enrolled: 1 })
})

test('where the course has levels everybody wants one of them, and nobody where it has none', async () => {
  const { db } = site.services
  const kind = (await db.select().from(personnelKind)).find(({ levels }) => levels.length > 1)!
  const [chosen, fixed] = [
    await newCourse({ personnelKindId: kind.id }),
    await newCourse({ personnelKindId: kind.id, levelCode: kind.levels[0]!.code }),
  ]
  const [first, second] = kind.levels.map(({ name }) => name)
  const batch = await check([
    { course: chosen, n: 50, level: second },
    { course: fixed, n: 51 },
    { course: chosen, n: 52 },
    { course: fixed, n: 53, level: second },
    { course: await newCourse(), n: 54, level: first },
  ])
  expect(await reasons(batch.id)).toEqual([
    `请填写该班的级别：${kind.levels.map(({ name }) => name).join('、')}`,
    `请填写该班的级别：${first}`,
    '该班不分级别，请留空',
  ])
  await admin.start(batch.id)
  expect((await on(chosen))[0]!.participant.levelCode).toBe(kind.levels[1]!.code)
  expect((await on(fixed))[0]!.participant.levelCode).toBe(kind.levels[0]!.code)
})

test('is taken back whole with the persons it brought along, and not where somebody has been checked in', async () => {
  const { db } = site.services
  const id = await newCourse()
  await take([{ course: await newCourse(), n: 60 }])
  const batch = await take([
    { course: id, org: '松江锅炉清洗有限公司', n: 60 },
    { course: id, org: '松江锅炉清洗有限公司', n: 61 },
  ])
  const checkIn = (at: Date | null) =>
    db.update(participant).set({ checkedInAt: at }).where(eq(participant.courseId, id))
  await checkIn(new Date())
  const undo = async () => (await admin.post('/staff/import/undo', { id: batch.id })).data
  expect(await undo()).toMatchObject({ undone: false, obstacles: [2, 3].map(row => ({ row, why: '已经报到' })) })
  expect(await on(id)).toHaveLength(2)
  await checkIn(null)
  expect(await undo()).toMatchObject({ undone: true, removed: 2 })
  expect(await on(id)).toEqual([])
  expect(await db.select().from(registration).where(eq(registration.courseId, id))).toEqual([])
  expect(await personOf(60)).toBeDefined()
  expect(await personOf(61)).toBeUndefined()
})

test('who runs courses and may import brings participants in; who only imports may not', async () => {
  const both = await importer(site, await staffWith(site, ['trainer', 'reviewer']))
  const bytes = await workbookOf([HEADINGS, rowOf({ course: await newCourse(), n: 70 })])
  expect(await both.check('participants', bytes)).toMatchObject({ added: 1 })
  const other = await importer(site, await staffWith(site, ['reviewer']))
  await expect(other.check('participants', bytes)).rejects.toThrow('管理培训')
})
