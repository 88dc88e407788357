import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { course, participant, registration } from '#modules/training/server/tables.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { openCourse } from '#test/support/enrolling.ts'
import { asStaff, staffSession, staffWith } from '#test/support/make.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'

setUpSite({ demo: true })
const trainer = setUpStaff('trainer')

type Line = { name: string; values: (number | null)[]; routes: (string | null)[] }
type Table = { code: string; title: string; rows: Line[]; total: Line }

const today = dayOf(new Date())
/** Long before the demo's courses: only what these tests write lies there. */
const YEAR = 2011
const scope = { from: `${YEAR}-01-01`, to: `${YEAR}-12-31` }

const statistics = async (asked: Record<string, string> = scope) => {
  const { data, code, msg } = await trainer.get('/staff/training/statistics', asked)
  expect(code, msg).toBe(200)
  return data as {
    from: string
    to: string
    people: number
    measures: { code: string; name: string }[]
    tables: Table[]
  }
}
const tableOf = async (code: string, asked?: Record<string, string>) =>
  (await statistics(asked)).tables.find(one => one.code === code)!

async function countAt(route: string): Promise<number> {
  const { pathname, searchParams } = new URL(route, 'http://site.test')
  const path = pathname === '/staff/trainees' ? '/staff/training/trainee/list' : '/staff/training/course/list'
  const { data, code, msg } = await trainer.get(path, Object.fromEntries(searchParams))
  expect(code, `${route} ${msg}`).toBe(200)
  return data.total
}

type Trainee = Partial<typeof participant.$inferInsert>
let made = 0

/** A course that ended on this day, and who was in it. */
async function held(endsOn: string, provinceCode: string | null, trainees: Trainee[], of: object = {}) {
  const { db } = site.services
  const courseId = await openCourse(site, { startsOn: addDays(endsOn, -2), endsOn, hours: 24, ...of })
  const [row] = await db
    .insert(registration)
    .values({
      courseId,
      channel: 'import',
      organisationName: '某单位',
      status: 'finished',
      provinceCode,
      number: `PX-S${++made}`,
    })
    .returning()
  await db
    .insert(participant)
    .values(trainees.map((one, i) => ({ registrationId: row!.id, courseId, place: i + 1, name: `学员${i}`, ...one })))
  return courseId
}

const at = new Date('2011-03-03T01:00:00Z')
const passed = { result: 'passed', checkedInAt: at, creditedAt: at } as const
const failed = { result: 'failed', checkedInAt: at, creditedAt: at } as const

test('counts who took part, their hours and results; not who stayed away, gave up, or was in a cancelled course', async () => {
  await held('2011-03-10', '320000', [
    { ...passed, idNumberHash: 'one' },
    { ...failed, idNumberHash: 'two' },
    { result: 'absent', checkedInAt: at },
    { result: 'absent' },
    { ...passed, isActive: false },
  ])
  await held('2011-03-20', null, [{ ...passed, idNumberHash: 'one', result: 'makeupPassed' }], { kind: 'seminar' })
  await held('2011-05-01', '320000', [passed], { cancelledAt: at })
  const { measures, people, tables } = await statistics()
  expect(measures.map(({ code }) => code)).toEqual([
    'courses',
    'trained',
    'hours',
    'examined',
    'qualified',
    'passRate',
    'certified',
  ])
  const values = [2, 4, 72, 3, 2, 66.7, 0]
  for (const { total } of tables) expect(total.values).toEqual(values)
  expect(people).toBe(3)
  const byProvince = tables.find(({ code }) => code === 'province')!
  expect(byProvince.rows.map(({ name, values }) => [name, values[1]])).toEqual([
    ['江苏', 3],
    ['未填写', 1],
  ])
  const march = (await tableOf('month')).rows.find(({ name }) => name === '2011-03')!
  expect(march.values).toEqual(values)
  const { kind } = (await site.services.db.select().from(course).where(eq(course.endsOn, '2011-03-20')))[0]!
  expect((await tableOf('kind', { ...scope, kind })).total.values).toEqual([1, 1, 24, 1, 1, 100, 0])
})

describe('the demo association', () => {
  test.each([
    ['a year', { from: `${today.slice(0, 4)}-01-01` }],
    ['a range', { from: addDays(today, -500), to: addDays(today, -20) }],
    ['a province', { from: addDays(today, -500), provinceCode: '320000' }],
    ['a kind', { from: addDays(today, -500), kind: 'certification' }],
  ])('%s: each figure opens a list of so many, and each table adds up to the same total', async (_, asked) => {
    const { measures, tables } = await statistics(asked)
    let opened = 0
    for (const { code, rows, total } of tables) {
      for (const { name, values, routes } of [...rows, total])
        for (const [i, route] of routes.entries()) {
          if (!route) continue
          const count = await countAt(route)
          const label = `${code} ${name} ${measures[i]!.code} ${route}`
          if (measures[i]!.code === 'hours') expect(count > 0, label).toBe(values[i]! > 0)
          else expect(count, label).toBe(values[i])
          opened++
        }
      for (const [i, { code: measure }] of measures.entries())
        if (measure !== 'passRate' && !(measure === 'courses' && code === 'province'))
          expect(
            rows.reduce((sum, { values }) => sum + values[i]!, 0),
            `${code} ${measure}`,
          ).toBe(total.values[i])
    }
    expect(tables[0]!.total.values[1]).toBeGreaterThan(0)
    expect(opened).toBeGreaterThan(20)
  })

  test('is filed as one workbook, of which each sheet ends with the same total', async () => {
    const asked = { from: addDays(today, -500) }
    const { tables, measures } = await statistics(asked)
    const headers = { ...(await staffSession(site, 'trainer')), 'sec-fetch-site': 'same-origin' }
    const url = `/api/staff/training/statistics/export?from=${asked.from}`
    const { rawPayload } = await site.app.inject({ url, headers })
    for (const { title, total } of tables) {
      const [headings, ...rows] = textsOf(await sheetOf(rawPayload, title))
      expect(headings!.slice(1)).toEqual(measures.map(({ name }) => name))
      expect(rows.at(-1)!.map(Number).slice(1)).toEqual(total.values)
    }
  })
})

test('a period that cannot be counted is refused beside its field', async () => {
  const late = await trainer.get('/staff/training/statistics', { from: addDays(today, 1) })
  expect(late).toMatchObject({ code: 400, data: { fields: { from: '不能晚于截止日期和今天' } } })
  const long = await trainer.get('/staff/training/statistics', { from: '2001-01-01' })
  expect(long).toMatchObject({ code: 400, data: { fields: { from: '一次最多统计 60 个月' } } })
})

test('who may not see enrolments sees neither the trainees nor their statistics', async () => {
  const editor = await asStaff(site, await staffWith(site, ['editor']))
  for (const path of ['trainee/list', 'trainee/export', 'statistics', 'statistics/export'])
    expect((await editor.get(`/staff/training/${path}`)).code, path).toBe(403)
})
