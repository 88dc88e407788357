import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf, startOf } from '#lib/dates.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { article, catalogue } from '#modules/content/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import { course, registration } from '#modules/training/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'

setUpSite({ demo: true })

const today = () => dayOf(new Date())
const one = async (query: ReturnType<typeof sql>) => Object.values((await site.services.db.execute(query)).rows[0]!)[0]

describe('the figures of the home page', () => {
  type Figure = { code: string; num: number; name: string; unit: string; route: string }
  const figures = async () => {
    const { data } = await site.get('/cms/index/noLogin/num/num')
    return Object.fromEntries((data.list as Figure[]).map(({ code, num }) => [code, num]))
  }

  test('are what the records say', async () => {
    const valid = (register: string) => sql`
      select count(*) from certificate where register = ${register} and published_at <= now() and status = 'valid'
      and issued_on <= ${today()} and valid_from <= ${today()} and (valid_to is null or valid_to >= ${today()})`
    expect(await figures()).toEqual({
      member: await one(
        sql`select count(*) from member where kind = 'organisation' and status = 'active' and is_public`,
      ),
      qualification: await one(valid('qualification')),
      personnel: await one(valid('personnel')),
      trained: await one(sql`
        select count(*) from participant p join registration r on r.id = p.registration_id join course c on c.id = r.course_id
        where r.status in ('checkedIn', 'finished') and c.cancelled_at is null
        and c.ends_on < ${today()} and c.ends_on >= ${addDays(today(), -365)}`),
      openCourse: (await site.get('/app/training/list', { status: 'open' })).data.total,
      article: await one(sql`
        select count(*) from article a join catalogue c on c.id = a.catalogue_id
        where a.status = 'published' and a.published_at <= now() and a.deleted_at is null and c.type = '列表'`),
    })
  })

  test('are none of them empty in the demo, and each says where its records are', async () => {
    const { data } = await site.get('/num/num')
    for (const figure of data.list as Figure[]) {
      expect(figure.num, figure.name).toBeGreaterThan(0)
      expect(figure.route).toMatch(/^\/admin\//)
      expect(figure.unit).not.toBe('')
    }
    expect(Math.abs(Date.parse(data.updateTime) - Date.now())).toBeLessThan(5000)
  })

  test('follow every record at once', async () => {
    const { db } = site.services
    const before = await figures()
    const leaving = await one(
      sql`select id from member where kind = 'organisation' and status = 'active' and is_public limit 1`,
    )
    await db
      .update(member)
      .set({ status: 'withdrawn' })
      .where(eq(member.id, Number(leaving)))
    for (const register of ['qualification', 'personnel'] as const)
      await db.execute(sql`update certificate set status = 'revoked' where id = (
        select id from certificate where register = ${register} and status = 'valid' and published_at <= now()
        and valid_to > ${addDays(today(), 100)} order by id limit 1)`)
    const [latest] = await db.select().from(course).where(sql`ends_on < ${today()}`).orderBy(sql`ends_on desc`).limit(1)
    const places = await one(sql`select count(*) from participant p join registration r on r.id = p.registration_id
      where r.course_id = ${latest!.id} and r.status = 'finished'`)
    await db.update(registration).set({ status: 'refunded' }).where(eq(registration.courseId, latest!.id))
    await db.update(article).set({ deletedAt: new Date() }).where(eq(article.id, 3467))
    const [open] = (await site.get('/app/training/list', { status: 'open' })).data.list
    await db
      .update(course)
      .set({ cancelledAt: new Date(Date.now() - 1000) })
      .where(eq(course.id, open.id))
    expect(await figures()).toEqual({
      member: before.member! - 1,
      qualification: before.qualification! - 1,
      personnel: before.personnel! - 1,
      trained: before.trained! - Number(places),
      openCourse: before.openCourse! - 1,
      article: before.article! - 1,
    })
    expect(places).toBeGreaterThan(0)
  })

  test('count a course of 365 days ago, but not one of 366', async () => {
    const { db } = site.services
    const before = await figures()
    const [any] = await db.select().from(course).where(eq(course.title, '锅炉维保技师（中级）培训班（哈尔滨）'))
    const there = Number(
      await one(
        sql`select count(*) from participant p join registration r on r.id = p.registration_id where r.course_id = ${any!.id}`,
      ),
    )
    await db
      .update(course)
      .set({ endsOn: addDays(today(), -365) })
      .where(eq(course.id, any!.id))
    expect((await figures()).trained).toBe(before.trained)
    await db
      .update(course)
      .set({ endsOn: addDays(today(), -366) })
      .where(eq(course.id, any!.id))
    expect((await figures()).trained).toBe(before.trained! - there)
  })
})

describe('the sitemap', () => {
  type Entry = { path: string; changeTime: string | null }
  const paths = async () => {
    const { data } = await site.get('/sitemap')
    expect(data.parts).toBe(1)
    return (data.list as Entry[]).map(({ path }) => path)
  }

  test('lists fixed pages, columns, articles, members and courses, each once', async () => {
    const all = await paths()
    expect(new Set(all).size).toBe(all.length)
    expect(all).toEqual(
      expect.arrayContaining([
        '/admin/home',
        '/admin/verify',
        '/admin/news/list/26',
        '/admin/news/info/35',
        expect.stringMatching(/^\/admin\/news\/list-info\/\d+$/),
        expect.stringMatching(/^\/admin\/publicity\/member\/\d+$/),
        expect.stringMatching(/^\/admin\/publicity\/training\/\d+$/),
      ]),
    )
    // 跳转: they lead to pages that are listed, or to the member centre.
    expect(all).not.toContain('/admin/news/list/84')
    expect(all.filter(path => path.startsWith('/admin/user'))).toEqual([])
  })

  test('does not give away what is not public yet, or no longer', async () => {
    const { db } = site.services
    const path = (id: number) => `/admin/news/list-info/${id}`
    const [draft, withdrawn, later, hidden] = (
      await db
        .select({ id: article.id })
        .from(article)
        .where(sql`catalogue_id in (41, 42) and deleted_at is null`)
        .limit(4)
    ).map(({ id }) => id)
    expect(await paths()).toEqual(expect.arrayContaining([draft, withdrawn, later, hidden].map(id => path(id!))))
    await db.update(article).set({ status: 'draft' }).where(eq(article.id, draft!))
    await db.update(article).set({ status: 'withdrawn' }).where(eq(article.id, withdrawn!))
    await db
      .update(article)
      .set({ publishedAt: startOf(addDays(today(), 2)) })
      .where(eq(article.id, later!))
    await db.update(catalogue).set({ hidden: true }).where(eq(catalogue.id, 5))
    const after = await paths()
    for (const gone of [path(draft!), path(withdrawn!), path(later!), '/admin/news/list/5', '/admin/news/list/51'])
      expect(after).not.toContain(gone)
    const party = await db.select({ id: article.id }).from(article).where(eq(article.catalogueId, 51))
    for (const { id } of party) expect(after).not.toContain(path(id))
    await db.update(catalogue).set({ hidden: false }).where(eq(catalogue.id, 5))
  })

  test('says when a page last changed, of a column by its newest article', async () => {
    const { db } = site.services
    const [newest] = await db.select({ id: article.id }).from(article).where(eq(article.catalogueId, 71)).limit(1)
    await db
      .update(article)
      .set({ updatedAt: new Date('2099-01-02T03:04:05+08:00') })
      .where(eq(article.id, newest!.id))
    const { list } = (await site.get('/sitemap')).data as { list: Entry[] }
    const changed = (path: string) => list.find(entry => entry.path === path)!.changeTime
    expect(changed(`/admin/news/list-info/${newest!.id}`)).toBe('2099-01-02T03:04:05+08:00')
    expect(changed('/admin/news/list/71')).toBe('2099-01-02T03:04:05+08:00')
    expect(changed('/admin/news/list/72')).not.toBe('2099-01-02T03:04:05+08:00')
    expect(changed('/admin/home')).toBe(null)
  })

  test.each([
    [{ part: 0 }, 400, '应为正整数'],
    [{ part: 'x' }, 400, '应为正整数'],
    [{ part: 2 }, 404, '网站地图没有这一份'],
  ])('%o is refused with a sentence', async (query, code, sentence) => {
    const answer = await site.get('/sitemap', query as Record<string, string | number>)
    expect([answer.status, answer.code]).toEqual([200, code])
    expect(answer.msg).toContain(sentence)
  })
})

test('no certificate of a person is ever in the sitemap', async () => {
  const { data } = await site.get('/sitemap')
  const [any] = await site.services.db.select().from(certificate).where(eq(certificate.register, 'personnel')).limit(1)
  expect(any).toBeDefined()
  expect(JSON.stringify(data)).not.toContain(any!.number)
  expect(JSON.stringify(data)).not.toContain(any!.token)
})
