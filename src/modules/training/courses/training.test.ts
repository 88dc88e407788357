import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf, startOf } from '#lib/dates.ts'
import { toSearch } from '#lib/server/search/search.ts'
import { article } from '#modules/content/server/tables.ts'
import { person } from '#modules/members/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { openCourse } from '#test/support/enrolling.ts'
import { courseStatus, statusNames } from '../courseStatus.ts'
import { course, participant, registration } from '../server/tables.ts'
import { enrolled, statusAt } from './server/places.ts'
import { findCourses } from './server/search.ts'

setUpSite({ demo: true })

type Row = { id: number; title: string; status: string; startDate: string; applyFrom: string; applyDeadline: string }

const list = async (query: Record<string, string | number> = {}) => {
  const { code, data, msg } = await site.get('/app/training/list', { pageSize: 100, ...query })
  expect(msg).toBe('ok')
  expect(code).toBe(200)
  return data as { list: Row[]; total: number; pages: number }
}
const show = (id: number) => site.get('/app/training/detail', { id })

const today = () => dayOf(new Date())

/** A course one may apply to, with two places. */
const addCourse = (changes: Partial<typeof course.$inferInsert> = {}) =>
  openCourse(site, {
    title: '锅炉节能管理人员培训班',
    city: '',
    applyUntil: new Date(startOf(addDays(today(), 4)).getTime() - 1),
    startsOn: addDays(today(), 10),
    endsOn: addDays(today(), 12),
    quota: 2,
    ...changes,
  })

let registered = 0
async function register(courseId: number, status: (typeof registration.$inferInsert)['status'], name = '某某') {
  const { db } = site.services
  const [who] = await db.insert(person).values({ name }).returning({ id: person.id })
  const [row] = await db
    .insert(registration)
    .values({ number: `T${++registered}`, courseId, channel: 'public', organisationName: '某单位', status })
    .returning({ id: registration.id })
  await db.insert(participant).values({ registrationId: row!.id, personId: who!.id })
  return row!.id
}

describe('a visitor looks for a course', () => {
  test('first what one may apply to, the nearest deadline before; then what opens next; then the newest', async () => {
    const { list: all } = await list()
    const groups = Map.groupBy(all, ({ status }) =>
      status === 'open' || status === 'notOpen' ? status : ('rest' as const),
    )
    expect([...groups.keys()]).toEqual(['open', 'notOpen', 'rest'])
    const by = (group: 'open' | 'notOpen' | 'rest', field: 'applyDeadline' | 'applyFrom' | 'startDate') =>
      groups.get(group)!.map(row => row[field])
    for (const [group, field] of [
      ['open', 'applyDeadline'],
      ['notOpen', 'applyFrom'],
    ] as const) {
      expect(by(group, field).length).toBeGreaterThan(1)
      expect(by(group, field)).toEqual(by(group, field).toSorted())
    }
    expect(by('rest', 'startDate')).toEqual(by('rest', 'startDate').toSorted().reverse())
  })

  test.each(Object.entries(statusNames))('those that are %s (%s), page by page', async (status, statusName) => {
    const wanted = (await list()).list.filter(row => row.status === status)
    expect(wanted.length).toBeGreaterThan(0)
    expect(wanted[0]).toMatchObject({ statusName })
    const { total, pages } = await list({ status, pageSize: 1 })
    expect([total, pages]).toEqual([wanted.length, wanted.length])
    const found = []
    for (let pageNum = 1; pageNum <= pages; pageNum++)
      found.push(...(await list({ status, pageSize: 1, pageNum })).list)
    expect(found).toEqual(wanted)
  })

  test('by kind, by province, by words in the title, the city and the syllabus, and by pinyin', async () => {
    const titles = async (query: Record<string, string>) =>
      (await list(query)).list.map(({ title }) => title).join('、')
    expect(await titles({ kind: 'standards' })).toMatch(/^GB\/T 1576[^、]+宣贯班（成都）$/)
    expect(await titles({ provinceCode: '440000', kind: 'renewal' })).toBe('能效测试人员换证复训班（第2期）')
    expect(await titles({ key: '低氮' })).toContain('低氮燃烧')
    expect(await titles({ key: '重庆' })).toContain('第4期')
    expect(await titles({ key: '烟气再循环' })).toBe('')
    expect(await titles({ key: '烟气分析仪' })).toContain('低氮燃烧')
    expect(await titles({ key: 'huaxueqingxi' })).toContain('化学清洗')
  })

  test('what a place costs and how many are left is said, and who takes the others is not', async () => {
    const id = await addCourse()
    await register(id, 'confirmed', '甄独名')
    const { data } = await show(id)
    expect(data).toMatchObject({ enrolled: 1, left: 1, status: 'open', daysLeft: 3, feeMember: 100, feeOther: 200 })
    const answers = await Promise.all([show(id), site.get('/app/training/list', { pageSize: 100 })])
    expect(JSON.stringify(answers)).not.toMatch(/甄独名|某单位/)
  })

  test('the notice is linked while it can be read', async () => {
    const { list: all } = await list({ key: '低氮燃烧' })
    const { data } = await show(all[0]!.id)
    const notice = await site.get('/catalog/a/info', { id: data.noticeId })
    expect(notice.data.title).toContain('低氮燃烧')
    expect(data.noticeRoute).toBe(`/admin/news/list-info/${data.noticeId}?pa=101`)
    const { db } = site.services
    await db.update(article).set({ status: 'withdrawn' }).where(eq(article.id, data.noticeId))
    expect((await show(all[0]!.id)).data).toMatchObject({ noticeId: null, noticeRoute: null })
    await db.update(article).set({ status: 'published' }).where(eq(article.id, data.noticeId))
  })

  test('a course that is not published, or only tomorrow, does not exist', async () => {
    for (const publishedAt of [null, startOf(addDays(today(), 1))]) {
      const id = await addCourse({ publishedAt })
      expect(await show(id)).toMatchObject({ status: 200, code: 404, msg: '培训班不存在或尚未公布' })
      expect((await list()).list.map(row => row.id)).not.toContain(id)
    }
  })

  test('the site-wide search finds it, the best title first, and says how it stands', async () => {
    const find = async (typed: string) => {
      const search = toSearch(typed, { sort: 'rel', limit: 5 })!
      const { best, read } = await findCourses({ db: site.services.db, now: new Date() }, search)
      return (await read([best[0]!.id]))[0]!
    }
    const found = await find('内审员')
    expect(found.title).toContain('内审员')
    expect(found.route).toBe(`/admin/publicity/training/${found.id}`)
    expect(found.text).toContain('成绩已公布')
    expect((await find('燃烧器调试')).text).toContain('报名已满')
  })
})

describe('places', () => {
  test('are held by every registration that still counts', async () => {
    const id = await addCourse({ quota: 20 })
    for (const status of ['submitted', 'returned', 'unpaid', 'paid', 'confirmed', 'checkedIn', 'finished'] as const)
      await register(id, status)
    for (const status of ['draft', 'cancelled', 'refunded'] as const) await register(id, status)
    expect((await show(id)).data).toMatchObject({ enrolled: 7, left: 13 })
  })

  test('the last one fills the course, and is free again when it is cancelled', async () => {
    const id = await addCourse()
    await register(id, 'confirmed')
    const last = await register(id, 'unpaid')
    expect((await show(id)).data).toMatchObject({ status: 'full', statusName: '报名已满', left: 0, daysLeft: null })
    expect((await list({ status: 'open' })).list.map(row => row.id)).not.toContain(id)
    await site.services.db.update(registration).set({ status: 'cancelled' }).where(eq(registration.id, last))
    expect((await show(id)).data).toMatchObject({ status: 'open', left: 1 })
    expect((await list({ status: 'full' })).list.map(row => row.id)).not.toContain(id)
  })

  test('the demo has a course with exactly none left, and never one with more people than places', async () => {
    const { rows } = await site.services.db.execute<{ quota: number; enrolled: number }>(
      sql`select quota, ${enrolled} enrolled from ${course}`,
    )
    expect(rows.filter(row => row.quota === row.enrolled).length).toBeGreaterThan(0)
    expect(rows.filter(row => row.enrolled > row.quota)).toEqual([])
  })
})

test('the filter and the page agree about every course, a moment before and after each of its dates', async () => {
  const { db } = site.services
  const courses = await db.select().from(course)
  const moments = courses.flatMap(row =>
    [
      row.applyFrom,
      row.applyUntil,
      row.resultsAt,
      row.cancelledAt,
      startOf(row.startsOn),
      startOf(addDays(row.endsOn, 1)),
    ]
      .filter(moment => moment !== null)
      .flatMap(moment => [-1, 0, 1].map(ms => moment.getTime() + ms)),
  )
  const seen = new Set<string>()
  for (const moment of new Set(moments)) {
    const now = new Date(moment)
    const { rows } = await db.execute<{ id: number; status: string; enrolled: number }>(
      sql`select id, ${enrolled} enrolled, ${statusAt(now)} status from ${course}`,
    )
    for (const { id, status, enrolled } of rows) {
      const row = courses.find(one => one.id === id)!
      expect(status, `${row.title} at ${now.toISOString()}`).toBe(courseStatus({ ...row, enrolled }, now))
      seen.add(status)
    }
  }
  expect(seen).toEqual(new Set(Object.keys(statusNames)))
})

test.each([
  ['/app/training/list', { status: 'begun' }, 'status', '不是有效的培训状态'],
  ['/app/training/list', { kind: '取证' }, 'kind', '不是有效的培训类别'],
  ['/app/training/list', { provinceCode: '830000' }, 'provinceCode', '不是有效的省级行政区划代码'],
  ['/app/training/list', { key: '锅'.repeat(51) }, 'key', '不能超过 50 个字'],
  ['/app/training/list', { pageSize: 101 }, 'pageSize', '每页最多 100 条'],
  ['/app/training/detail', { id: 'x' }, 'id', '应为正整数'],
  ['/app/training/detail', {}, 'id', '缺少参数 id'],
])('%s refuses %o with a sentence', async (path, query, field, sentence) => {
  const { status, code, data, msg } = await site.get(path, query as Record<string, string>)
  expect([status, code]).toEqual([200, 400])
  expect(data.fields).toEqual({ [field]: sentence })
  expect(msg).toContain(sentence)
})
