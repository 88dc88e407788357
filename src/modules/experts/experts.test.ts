import { desc, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { provinces } from '#lib/provinces.ts'
import { byName as byPersonName } from '#lib/server/registers/registerColumns.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { advanceTime, asStaff, newPhone } from '#test/support/make.ts'
import { by, byName, expectNarrowed, expectSameRows, expectSorted, openRegister } from '#test/support/registers.ts'
import { conflictsOf, employersOf, nameKey } from './server/conflicts.ts'
import { expert } from './server/tables.ts'

setUpSite({ demo: true })

const reviewer = setUpStaff('reviewer')

const today = dayOf(new Date())
const yearsAgo = (years: number) => addDays(today, -Math.round(years * 365.25))
const FORM = { name: '宗政宁', specialities: '化学清洗、腐蚀', provinceCode: '110000', mayLead: 'yes', isActive: 'yes' }
const add = async (form: object = {}, more: object = {}): Promise<number> =>
  (await reviewer.post('/staff/expert/save', { form: { ...FORM, ...form }, ...more })).data.id
const detail = async (id: number) => (await reviewer.get('/staff/expert/detail', { id })).data
const sentences = async (id: number, organisationName: string, more: object = {}) =>
  (await conflictsOf({ ...site.services, now: new Date() }, [id], { organisationName, ...more })).get(id) ?? []

describe('the pool of experts', () => {
  test('is narrowed by name or speciality, place, whether at work and whether leading', async () => {
    const names = async (query: object) =>
      (await reviewer.get('/staff/expert/list', { pageSize: 50, ...query })).data.list.map(
        ({ name }: { name: string }) => name,
      )
    expect(await names({ key: '遥知' })).toEqual(['路遥知'])
    expect(await names({ speciality: '信用评价' })).toEqual(['邢若谷'])
    expect(await names({ provinceCode: '610000', mayLead: 'yes' })).toEqual(['尉迟安澜'])
    expect(await names({ active: 'no' })).toEqual(['蔺相宜'])
    const { data } = await reviewer.get('/staff/expert/specialities')
    expect(data).toContainEqual({ code: '化学清洗', name: '化学清洗' })
  })

  test('is sorted by each heading and narrowed by each filter, and its workbook with it', async () => {
    const experts = await openRegister(site, '/staff/expert')
    const missing = { jobTitle: '未填写', employers: '未登记', mobile: '未登记' }
    await expectSameRows(experts, { columns: 'jobTitle,specialities,provinceName,employers,mobile' }, missing)
    // The database knows more surnames of two sounds than Node.
    const { rows } = await site.services.db.execute(
      sql`select name from ${expert} order by ${byPersonName(expert.name)}`,
    )
    const names = rows.map(({ name }) => name)
    await expectSorted(
      experts,
      {},
      {
        name: by(row => names.indexOf(row.name)),
        jobTitle: byName(row => row.jobTitle),
        provinceName: by(row => provinces.findIndex(({ short }) => short === row.provinceName)),
        mayLead: by(row => Number(row.mayLead)),
        stateName: by(row => Number(row.isActive)),
      },
    )
    await expectNarrowed(experts, [
      [{ key: '遥知' }, row => row.name === '路遥知'],
      [{ speciality: '信用评价' }, row => row.specialities.includes('信用评价')],
      [{ provinceCode: '610000' }, row => row.provinceName === '陕西'],
      [{ mayLead: 'yes' }, row => row.mayLead],
      [{ active: 'no' }, row => !row.isActive],
    ])
    const lines = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.action, 'expert.export'))
      .orderBy(auditEvent.id)
    expect(lines.at(-1)!.detail).toEqual({ active: 'no', rows: 1 })
  })

  test('keeps a mobile sealed and shows a part; the whole is asked for and recorded', async () => {
    const mobile = newPhone()
    const id = await add({ mobile })
    const [row] = await site.services.db.select().from(expert).where(eq(expert.id, id))
    expect(JSON.stringify(row)).not.toContain(mobile)
    const { mobile: shown, form, masked } = await detail(id)
    expect([shown, form.mobile, masked.mobile]).toEqual([
      `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
      undefined,
      `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
    ])
    expect((await reviewer.post('/staff/expert/reveal', { id })).data).toEqual({ mobile })
    const [line] = await site.services.db.select().from(auditEvent).orderBy(desc(auditEvent.id)).limit(1)
    expect([line!.action, line!.objectId]).toEqual(['expert.reveal', id])
    const tired = await asStaff(site, 'reviewer')
    await advanceTime(site, 11)
    expect((await tired.post('/staff/expert/reveal', { id })).code).toBe(428)
  })

  test('who changes an older version is told who was first; what is not named stays', async () => {
    const id = await add({ email: 'ning@example.com' })
    const change = (version: number, form: object) => reviewer.post('/staff/expert/save', { id, version, form })
    expect((await change(1, { jobTitle: '高级工程师' })).data.version).toBe(2)
    const late = await change(1, { jobTitle: '工程师' })
    expect([late.code, late.msg]).toEqual([409, expect.stringMatching(/^已由 \S+ 于 \d\d:\d\d 修改/)])
    expect(await detail(id)).toMatchObject({ jobTitle: '高级工程师', email: 'ning@example.com' })
  })

  test('a tie that ends before it began, or to nobody, is refused by its row', async () => {
    const ties = [
      { kind: 'employer', organisationName: '北京示例热力有限公司', fromDay: '2024-02-01', toDay: '2023-02-01' },
    ]
    const refused = await reviewer.post('/staff/expert/save', { form: { ...FORM, ties } })
    expect(refused.data.fields).toEqual({ 'ties.0.toDay': '结束的日期早于开始的日期' })
    const nameless = await reviewer.post('/staff/expert/save', { form: { ...FORM, ties: [{ kind: 'family' }] } })
    expect(Object.keys(nameless.data.fields)).toEqual(['ties.0.organisationName'])
  })

  test('is read by whoever sees applications, and kept by reviewers', async () => {
    const secretary = await asStaff(site, 'cashier')
    expect((await secretary.get('/staff/expert/list')).code).toBe(200)
    expect((await secretary.post('/staff/expert/save', { form: FORM })).code).toBe(403)
    const response = await site.app.inject({ url: '/api/staff/expert/export?active=no' })
    expect(response.statusCode).toBe(401)
  })
})

describe('ties', () => {
  const name = '北京青松锅炉清洗有限公司'
  const employer = { kind: 'employer', organisationName: name }

  test('an employer of today and of the last three years is in the way, one of before is not', async () => {
    const id = await add({ ties: [{ ...employer, fromDay: '2020-05-01' }] })
    expect(await sentences(id, name)).toEqual([`2020-05 至今任职于${name}（申请单位）`])
    expect(await sentences(id, '天津青松锅炉清洗有限公司')).toEqual([])
    const lately = await add({ ties: [{ ...employer, fromDay: '2015-05-01', toDay: yearsAgo(2.9) }] })
    expect(await sentences(lately, name)).toEqual([`2015-05 至 ${yearsAgo(2.9).slice(0, 7)}任职于${name}（申请单位）`])
    const before = await add({ ties: [{ ...employer, fromDay: '2015-05-01', toDay: yearsAgo(3.1) }] })
    expect(await sentences(before, name)).toEqual([])
    expect((await detail(before)).ties).toMatchObject([{ counts: false }])
  })

  test('are found by code whatever the name, and by name whatever its legal form, brackets or writing', async () => {
    const [of] = await site.services.db.select().from(organisation).limit(1)
    const byCode = await add({
      ties: [{ kind: 'adviser', organisationName: '旧名称公司', creditCode: of!.creditCode }],
    })
    const { creditCode } = of!
    expect(await sentences(byCode, of!.name, { creditCode })).toEqual([`担任顾问或兼职于旧名称公司（申请单位）`])
    expect(nameKey('广东华源（集团）股份有限公司')).toBe(nameKey('廣東華源有限责任公司'))
    expect(nameKey('北京青松锅炉清洗有限公司上海分公司')).toBe(nameKey(name))
    expect(nameKey('北京青松锅炉清洗有限公司')).not.toBe(nameKey('北京青松锅炉维保有限公司'))
  })

  test('the employer that the register of persons knows counts, too, and is named once', async () => {
    const [of] = await site.services.db.select().from(person).where(eq(person.name, '苏晴'))
    const [employer] = await site.services.db
      .select()
      .from(organisation)
      .where(eq(organisation.id, of!.organisationId!))
    const ties = [{ kind: 'employer', organisationName: employer!.name, fromDay: '2019-07-01' }]
    const id = await add({ name: '苏晴', ties }, { personId: of!.id })
    expect((await detail(id)).person).toEqual({ id: of!.id, name: '苏晴', employer: employer!.name })
    expect(await sentences(id, '改名前的名称', { organisationId: employer!.id })).toEqual([
      `人员登记的工作单位为${employer!.name}（申请单位）`,
    ])
    const employers = await employersOf({ ...site.services, now: new Date() }, [id])
    expect(employers.get(id)).toEqual([`${employer!.name}　2019-07 至今`])
  })

  test('what an expert declares counts without a day', async () => {
    const id = await add({ ties: [{ kind: 'declared', organisationName: name }] })
    expect(await sentences(id, name)).toEqual([`本人申报回避：${name}（申请单位）`])
  })
})
