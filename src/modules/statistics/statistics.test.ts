import { and, eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { chance } from '#lib/random.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { writeSetting } from '#modules/settings/server/settings.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, newCreditCode, signUpComplete, staffSession, staffWith } from '#test/support/make.ts'
import { agreeToLast } from '#test/support/secondPerson.ts'
import { periodOf, shiftPeriod } from './periods.ts'
import { openAndRemind, openReports } from './server/openReports.ts'
import { statisticsRelease, statisticsReport, statisticsReporter } from './server/tables.ts'
import type { ReleasedTables } from './statisticsWords.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '10000' } })

type Api = ReturnType<typeof site.as>
let staff: Api
let trades: string[]
let serial = 0
const LAST = shiftPeriod('month', periodOf('month', dayOf(new Date())), -1)
const BEFORE = shiftPeriod('month', LAST, -1)

beforeAll(async () => {
  staff = site.as(await staffSession(site, await staffWith(site, ['admin'])))
  const { data } = await staff.get('/staff/industry/overview')
  trades = data.trades.map(({ code }: { code: string }) => code)
})

const add = async (type: string, form: object) => {
  const answer = await staff.post('/staff/record/save', { type, form })
  if (answer.code !== 200) throw new Error(`${answer.msg} ${JSON.stringify(answer.data)}`)
  return answer.data.id as number
}

/** A monthly form of its own indicators, with a rule that ties them. */
async function makeForm(more: object = {}) {
  const n = ++serial
  const indicator = (code: string, name: string) =>
    add('statisticsIndicator', {
      code: `${code}${n}`,
      name,
      unit: '台',
      definition: `${name}，按交货计`,
      decimals: 0,
      mayBeNegative: 'no',
      isOpen: 'yes',
    })
  for (const [code, name] of [
    ['made', '产量'],
    ['sold', '销量'],
    ['stock', '库存'],
  ] as const)
    await indicator(code, name)
  const cell = { isRequired: 'yes', low: 0, high: 1_000_000, times: 2 }
  const [made, sold, stock] = [`made${n}`, `sold${n}`, `stock${n}`]
  const form = {
    code: `form-${n}`,
    name: `生产月报 ${n}`,
    frequency: 'month',
    dueDays: 10,
    remindDays: '-3、0',
    isOpen: 'yes',
    cells: [made, sold, stock].map(indicator => ({ ...cell, indicator })),
    rules: [
      { name: '库存平衡', left: stock, relation: 'eq', right: `${stock}@prev + ${made} - ${sold}`, isStrict: 'yes' },
    ],
    minContributors: 3,
    maxShare: 75,
    margin: 10,
    ...more,
  }
  return { formId: await add('statisticsForm', form), code: form.code, made, sold, stock, form }
}
type Form = Awaited<ReturnType<typeof makeForm>>

const join = (formId: number, organisationIds: number[], more: object = {}) =>
  staff.post('/staff/industry/reporter/add', { formId, organisationIds, size: 'small', fromPeriod: BEFORE, ...more })

/** A company that can sign in. */
async function makeCompany() {
  const { api, accountId } = await signUpComplete(site)
  const [own] = await site.services.db.select().from(account).where(eq(account.id, accountId))
  return { api, organisationId: own!.organisationId! }
}

/** Reports of a period as staff have checked them. */
const checked = (formId: number, period: string, values: Record<number, object>) =>
  Promise.all(
    Object.entries(values).map(([organisationId, own]) =>
      site.services.db
        .update(statisticsReport)
        .set({ values: own as Record<string, number>, state: 'accepted' })
        .where(
          and(
            eq(statisticsReport.formId, formId),
            eq(statisticsReport.period, period),
            inArray(
              statisticsReport.reporterId,
              site.services.db
                .select({ id: statisticsReporter.id })
                .from(statisticsReporter)
                .where(
                  and(
                    eq(statisticsReporter.formId, formId),
                    eq(statisticsReporter.organisationId, Number(organisationId)),
                  ),
                ),
            ),
          ),
        ),
    ),
  )

const save = (api: Api, { formId }: Form, version: number, values: object, more: object = {}) =>
  api.post('/member/statistics/save', {
    formId,
    period: LAST,
    version,
    values,
    explanations: {},
    submit: true,
    ...more,
  })
const read = async (api: Api, { formId }: Form, period = LAST) =>
  (await api.get('/member/statistics/report', { formId, period })).data

describe('a company that reports', () => {
  test('sees the period before, is told what its numbers break, explains it, hands in, and is returned a cell', async () => {
    const form = await makeForm()
    const { api, organisationId } = await makeCompany()
    expect((await join(form.formId, [organisationId])).data).toMatchObject([{ done: true }])
    const { made, sold, stock } = form
    await checked(form.formId, BEFORE, { [organisationId]: { [made]: 100, [sold]: 90, [stock]: 30 } })
    const grid = await read(api, form)
    expect(grid).toMatchObject({ state: 'open', version: 1, faults: [] })
    expect(grid.cells.map(({ prev }: { prev: number }) => prev)).toEqual([100, 90, 30])
    // Typed as people type, in the wrong unit.
    const wrong = { [made]: '104,000', [sold]: '95', [stock]: '39' }
    const { faults } = (
      await api.post('/member/statistics/check', { formId: form.formId, period: LAST, values: wrong })
    ).data
    expect(faults.map(({ key }: { key: string }) => key)).toEqual([
      `unit-prev ${made}`,
      expect.stringContaining(`rule ${stock}`),
    ])
    const refused = await save(api, form, 1, wrong)
    expect(refused).toMatchObject({ code: 400 })
    expect(Object.keys(refused.data.fields).toSorted()).toEqual([`explanations.unit-prev ${made}`, stock].toSorted())
    // Put right, and more than doubled for a reason.
    const right = { [made]: '250', [sold]: '95', [stock]: '185' }
    const again = await save(api, form, 1, right)
    expect(Object.keys(again.data.fields)).toEqual([
      `explanations.change-prev ${made}`,
      `explanations.change-prev ${stock}`,
    ])
    const explanations = {
      [`change-prev ${made}`]: '新生产线投产',
      [`change-prev ${stock}`]: '备货',
      'change-prev nothing': '多余',
    }
    const done = await save(api, form, 1, right, { explanations })
    expect(done).toMatchObject({
      code: 200,
      data: { state: 'submitted', explanations: { [`change-prev ${made}`]: '新生产线投产' } },
    })
    expect(done.data.explanations).not.toHaveProperty('change-prev nothing')
    const { list } = (
      await staff.get('/staff/industry/report/list', { formId: form.formId, period: LAST, explained: 'yes' })
    ).data
    expect(list).toMatchObject([{ organisationId, state: 'submitted', explanations: 2 }])
    const [row] = list
    const returned = await staff.post('/staff/industry/report/return', {
      id: row.id,
      version: row.version,
      remarks: { [made]: '请附投产说明' },
    })
    expect(returned.code).toBe(200)
    const back = await read(api, form)
    expect(back).toMatchObject({ state: 'returned' })
    expect(back.cells[0]).toMatchObject({ remark: '请附投产说明', value: 250 })
    const [message] = (await api.get('/member/message/list', { type: 'system' })).data.list
    expect(message.content).toContain('产量：请附投产说明')
  })

  test('can take back what it handed in until it was accepted, and hands in once where two do', async () => {
    const form = await makeForm({ rules: [] })
    const { api, organisationId } = await makeCompany()
    await join(form.formId, [organisationId])
    const values = { [form.made]: '10', [form.sold]: '9', [form.stock]: '5' }
    const both = await Promise.all([save(api, form, 1, values), save(api, form, 1, values)])
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
    const { version } = await read(api, form)
    const withdraw = (version: number) =>
      api.post('/member/statistics/withdraw', { formId: form.formId, period: LAST, version })
    expect((await withdraw(version)).data).toMatchObject({ state: 'open' })
    const sent = await save(api, form, version + 1, values)
    const { id } = sent.data
    expect((await staff.post('/staff/industry/report/accept', { ids: [id, 999_999] })).data).toMatchObject([
      { done: true },
      { done: false },
    ])
    expect(await withdraw(sent.data.version + 1)).toMatchObject({ code: 409, msg: expect.stringContaining('已核') })
    expect((await save(api, form, sent.data.version + 1, values)).code).toBe(409)
    expect((await staff.post('/staff/industry/report/reopen', { ids: [id] })).data).toMatchObject([{ done: true }])
    expect((await withdraw(sent.data.version + 2)).code).toBe(200)
  })

  test('is refused what is no number, loses nothing, and reads no report of another', async () => {
    const form = await makeForm({ rules: [] })
    const [one, other] = [await makeCompany(), await makeCompany()]
    await join(form.formId, [one.organisationId])
    const bad = await save(one.api, form, 1, { [form.made]: '约100', [form.sold]: '-5', nothing: '1' })
    expect(Object.keys(bad.data.fields).toSorted()).toEqual([form.made, 'nothing'].toSorted())
    const strict = await save(one.api, form, 1, { [form.made]: '1.5', [form.sold]: '-5' })
    expect(Object.keys(strict.data.fields).toSorted()).toEqual([form.made, form.sold, form.stock].toSorted())
    expect((await save(one.api, form, 1, { [form.made]: '12' }, { submit: false })).data.cells[0].value).toBe(12)
    expect((await other.api.get('/member/statistics/report', { formId: form.formId, period: LAST })).code).toBe(404)
    expect((await save(other.api, form, 1, {})).code).toBe(404)
  })
})

test('who has not reported is reminded on the days of the form, once, and by hand', async () => {
  const form = await makeForm()
  const { api, organisationId } = await makeCompany()
  await join(form.formId, [organisationId])
  const titles = async () =>
    (await api.get('/member/message/list', { type: 'system' })).data.list
      .map(({ title }: { title: string }) => title)
      .filter((title: string) => title.includes(form.form.name))
  const { dueOn } = await read(api, form)
  const at = (days: number) => site.ctx(new Date(new Date(`${dueOn}T10:00:00+08:00`).getTime() + days * 86_400_000))
  await openAndRemind(at(-5))
  expect(await titles()).toHaveLength(0)
  await openAndRemind(at(-2))
  await openAndRemind(at(-1))
  expect(await titles()).toHaveLength(1)
  await openAndRemind(at(0))
  await openAndRemind(at(20))
  expect(await titles()).toHaveLength(2)
  const { list } = (await staff.get('/staff/industry/report/list', { formId: form.formId, period: LAST })).data
  expect(list).toMatchObject([{ reminders: 2, state: 'open' }])
  expect((await staff.post('/staff/industry/report/remind', { ids: [list[0].id] })).data).toMatchObject([
    { done: true },
  ])
  expect(await titles()).toHaveLength(3)
})

/** 120 companies in the register, in trades, regions and sizes, without accounts. */
async function makeTrade(form: Form) {
  const luck = chance(serial)
  const rows = Array.from({ length: 120 }, (_, i) => ({
    name: `统计单位 ${form.formId}-${i}`,
    creditCode: newCreditCode(),
    categories: [trades[i % 5]!],
    provinceCode: luck.of(['110000', '310000', '320000', '370000', '440000', '510000', '610000']),
  }))
  const made = await site.services.db.insert(organisation).values(rows).returning({ id: organisation.id })
  const ids = made.map(({ id }) => id)
  const from = shiftPeriod('month', LAST, -11)
  for (const [size, some] of [
    ['large', ids.slice(0, 8)],
    ['medium', ids.slice(8, 30)],
    ['small', ids.slice(30, 90)],
    ['micro', ids.slice(90)],
  ] as const)
    expect((await join(form.formId, some, { size, fromPeriod: from })).data).toHaveLength(some.length)
  await openReports(site.ctx(), form.formId)
  // Each month in one statement: reports that staff have checked.
  await site.services.db.execute(sql`
    update ${statisticsReport} set state = 'accepted', values = jsonb_build_object(
      ${form.made}::text, made, ${form.sold}::text, made - 1, ${form.stock}::text, 50)
    from (select r.id, greatest(3, round(case size when 'large' then 5000 when 'medium' then 700 when 'small' then 150 else 20 end
        * (1 + (r.id % 17) / 20.0) * (1 + 0.01 * (right(r.period, 2)::int)))) as made
      from ${statisticsReport} r join ${statisticsReporter} p on p.id = r.reporter_id where r.form_id = ${form.formId}) filled
    where filled.id = ${statisticsReport.id}`)
  return ids
}

describe('the sums of 120 companies', () => {
  let form: Form
  let ids: number[]
  beforeAll(async () => {
    form = await makeForm({ rules: [] })
    ids = await makeTrade(form)
  })
  const sums = async () => (await staff.get('/staff/industry/sums', { formId: form.formId, period: LAST })).data
  const total = ({ tables }: ReleasedTables) => tables.find(({ code }) => code === 'total')!.rows[0]!.cells[form.made]!
  const soon = () => new Date(Date.now() + 3_600_000).toISOString()
  const visitor = () => site.as('anonymous')
  const detail = (more: object = {}) => visitor().get('/app/publicity/statistics/detail', { code: form.code, ...more })

  test('count what was checked, estimate who is missing and say so, and withhold what would give a company away', async () => {
    const { tables, absent } = await sums()
    expect(tables).toMatchObject({ asked: 120, reported: 120, estimated: 0, missing: 0 })
    expect(absent).toEqual([])
    const withheld = tables.tables.flatMap(({ rows }: ReleasedTables['tables'][number]) =>
      rows.filter(({ cells }) => cells[form.made]!.isWithheld),
    )
    expect(withheld.length).toBeGreaterThan(1)
    for (const { cells } of withheld)
      expect(cells[form.made]).toEqual({ value: null, isWithheld: true, estimated: 0, estimatedShare: 0 })
    const { db } = site.services
    const [late] = await db
      .select()
      .from(statisticsReport)
      .where(and(eq(statisticsReport.formId, form.formId), eq(statisticsReport.period, LAST)))
      .limit(1)
    await db.update(statisticsReport).set({ state: 'submitted' }).where(eq(statisticsReport.id, late!.id))
    const without = await sums()
    expect(without).toMatchObject({
      unchecked: 1,
      tables: { reported: 119, estimated: 1 },
      absent: [{ isEstimated: true, basis: expect.stringContaining('推算') }],
    })
    expect(total(without.tables)).toMatchObject({ estimated: 1 })
    const real = late!.values[form.made]!
    expect(Math.abs(total(without.tables).value! - total(tables).value!)).toBeLessThan(real * 0.2)
    await db.update(statisticsReport).set({ state: 'accepted' }).where(eq(statisticsReport.id, late!.id))
  })

  test('are public at their time and not before, stay as they were fixed, and are revised with a reason', async () => {
    expect((await detail()).code).toBe(404)
    const release = (more: object = {}) =>
      staff.post('/staff/industry/release', { formId: form.formId, period: LAST, releaseAt: soon(), ...more })
    expect(await release({ releaseAt: new Date(Date.now() - 1_000).toISOString() })).toMatchObject({
      code: 400,
      data: { fields: { releaseAt: expect.any(String) } },
    })
    const both = await Promise.all([release(), release()])
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect((await detail()).code, 'under embargo').toBe(404)
    expect(
      (await visitor().get('/app/publicity/statistics/list')).data.find(
        ({ code }: { code: string }) => code === form.code,
      ).newest,
    ).toBeNull()
    const { db } = site.services
    const pass = () =>
      db
        .update(statisticsRelease)
        .set({ releaseAt: new Date(Date.now() - 1_000) })
        .where(eq(statisticsRelease.formId, form.formId))
    await pass()
    const { data } = await detail({ period: LAST })
    const fixed = total(data.tables).value
    expect(data).toMatchObject({ release: { revision: 1, state: 'public' }, series: [{ period: LAST }] })
    const some = and(eq(statisticsReport.formId, form.formId), eq(statisticsReport.period, LAST))
    const [first] = await db.select().from(statisticsReport).where(some).limit(1)
    await db
      .update(statisticsReport)
      .set({ values: { ...first!.values, [form.made]: first!.values[form.made]! + 10 } })
      .where(eq(statisticsReport.id, first!.id))
    expect(total((await detail()).data.tables).value).toBe(fixed)
    expect(await release()).toMatchObject({ code: 400, data: { fields: { note: expect.stringContaining('修订') } } })
    const planned = await release({ note: '一家单位更正了产量' })
    expect((await staff.post('/staff/industry/release/cancel', { id: planned.data.id })).code).toBe(200)
    await release({ note: '一家单位更正了产量' })
    await pass()
    expect((await detail()).data).toMatchObject({ release: { revision: 3, note: '一家单位更正了产量' } })
    expect(total((await detail()).data.tables).value).toBe(fixed! + 10)
    const [gone] = (await sums()).releases.filter(({ state }: { state: string }) => state === 'public')
    expect(await staff.post('/staff/industry/release/cancel', { id: gone.id })).toMatchObject({ code: 409 })
    const file = await site.app.inject({ url: `/api/app/publicity/statistics/export?code=${form.code}&period=${LAST}` })
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })

  test('show a company that reported its place, and one that did not what everybody sees', async () => {
    const { api, organisationId } = await makeCompany()
    await join(form.formId, [organisationId], { fromPeriod: LAST })
    const position = async () =>
      (await api.get('/member/statistics/position', { formId: form.formId, period: LAST })).data
    await site.services.db
      .update(statisticsRelease)
      .set({ releaseAt: new Date(Date.now() + 3_600_000) })
      .where(eq(statisticsRelease.formId, form.formId))
    expect(await position()).toEqual({ isPublished: false, rows: null })
    await site.services.db
      .update(statisticsRelease)
      .set({ releaseAt: new Date(Date.now() - 1_000) })
      .where(eq(statisticsRelease.formId, form.formId))
    expect(await position()).toEqual({ isPublished: true, rows: null })
    await checked(form.formId, LAST, { [organisationId]: { [form.made]: 500, [form.sold]: 1, [form.stock]: 1 } })
    const { rows } = await position()
    expect(rows[0]).toMatchObject({ code: form.made, own: 500 })
    const { lower, median, upper, average } = rows[0]
    expect(lower).toBeLessThan(median)
    expect(median).toBeLessThan(upper)
    expect(average).toBeGreaterThan(median)
  })

  test('keep a split company together: it is compared with the whole before, and a gap is named', async () => {
    const { db } = site.services
    const [parent] = await db
      .select()
      .from(statisticsReporter)
      .where(and(eq(statisticsReporter.formId, form.formId), eq(statisticsReporter.organisationId, ids[12]!)))
    const [child] = await db
      .insert(organisation)
      .values({ name: `分立单位 ${form.formId}`, creditCode: newCreditCode(), provinceCode: '110000' })
      .returning()
    expect(
      (await join(form.formId, [child!.id], { fromPeriod: LAST, predecessorId: parent!.id })).data[0],
    ).toMatchObject({ done: true })
    const before = (
      await db
        .select()
        .from(statisticsReport)
        .where(and(eq(statisticsReport.reporterId, parent!.id), eq(statisticsReport.period, BEFORE)))
    )[0]!.values[form.made]!
    const part = (share: number) => ({ [form.made]: Math.round(before * share), [form.sold]: 1, [form.stock]: 1 })
    await checked(form.formId, LAST, { [ids[12]!]: part(0.4), [child!.id]: part(0.6) })
    const named = (gaps: string[]) => gaps.filter(gap => gap.includes('产量'))
    expect(named((await sums()).gaps)).toEqual([])
    await checked(form.formId, LAST, { [child!.id]: part(6) })
    expect(named((await sums()).gaps)).toEqual([expect.stringContaining(`分立单位 ${form.formId}`)])
    const circle = await staff.post('/staff/industry/reporter/save', {
      id: parent!.id,
      version: 1,
      trade: parent!.trade,
      size: 'small',
      fromPeriod: parent!.fromPeriod,
      predecessorId: parent!.id,
    })
    expect(circle).toMatchObject({ code: 400, data: { fields: { predecessorId: expect.stringContaining('圈') } } })
  })

  test('go out with a second person where the association wants one', async () => {
    await staffWith(site, ['admin'])
    expect((await staff.post('/staff/approval/rules', { rules: ['statisticsRelease'] })).code).toBe(200)
    const asked = await staff.post('/staff/industry/release', {
      formId: form.formId,
      period: BEFORE,
      releaseAt: soon(),
    })
    expect(asked.code).toBe(202)
    expect((await agreeToLast(site)).code).toBe(200)
    await writeSetting(site.ctx(), 'secondPerson', { rules: [] })
    const { releases } = (await staff.get('/staff/industry/sums', { formId: form.formId, period: BEFORE })).data
    expect(releases).toMatchObject([{ state: 'planned', revision: 1 }])
  })
})

test('forms and reporters are checked as records: rules name known indicators, periods fit, filled periods stay', async () => {
  const form = await makeForm()
  const wrong = await staff.post('/staff/record/save', {
    type: 'statisticsForm',
    form: {
      ...form.form,
      code: 'form-x',
      remindDays: '三天',
      rules: [{ name: '', left: 'nothing', relation: 'eq', right: `${form.made} +* 2`, isStrict: 'yes' }],
    },
  })
  expect(Object.keys(wrong.data.fields).toSorted()).toEqual(['remindDays', 'rules.0.left', 'rules.0.right'])
  const { api, organisationId } = await makeCompany()
  expect((await join(form.formId, [organisationId], { fromPeriod: '2026-Q1' })).data.fields).toHaveProperty(
    'fromPeriod',
  )
  await join(form.formId, [organisationId])
  expect((await join(form.formId, [organisationId])).data).toMatchObject([{ done: false, message: '已在填报单位中' }])
  await save(api, form, 1, { [form.made]: '5' }, { submit: false })
  const { list } = (await staff.get('/staff/industry/reporter/list', { formId: form.formId })).data
  const change = (more: object) =>
    staff.post('/staff/industry/reporter/save', {
      id: list[0].id,
      version: list[0].version,
      trade: '',
      size: 'large',
      fromPeriod: BEFORE,
      ...more,
    })
  expect((await change({ toPeriod: BEFORE })).data.fields).toHaveProperty('toPeriod')
  expect((await change({ fromPeriod: LAST })).data).toEqual({ version: 2 })
  expect((await api.get('/member/statistics/report', { formId: form.formId, period: BEFORE })).code).toBe(404)
  const trainer = await asStaff(site, await staffWith(site, ['trainer']))
  expect((await trainer.get('/staff/industry/overview')).code).toBe(403)
})
