import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff } from '#test/support/make.ts'
import { openRegister } from '#test/support/registers.ts'
import { article, articleFault, articleViews, outsideLink } from './server/tables.ts'

setUpSite({ demo: true })

type Card = {
  code: string
  figures: { name: string; count: number; route: string }[]
  lines: { title: string; about: string; route: string }[]
}

async function cardOf(code: string): Promise<Card> {
  const { data } = await (await asStaff(site, 'editor')).get('/staff/overview')
  return data.cards.find((card: Card) => card.code === code)
}

const someArticles = (count: number) =>
  site.services.db
    .select({ id: article.id, title: article.title })
    .from(article)
    .where(and(eq(article.status, 'published'), isNull(article.deletedAt)))
    .orderBy(article.id)
    .limit(count)

test('an editor sees on the desk which articles have broken links, and each figure opens just these', async () => {
  const { db } = site.services
  await db.delete(articleFault)
  await db.delete(outsideLink)
  const [one, other] = await someArticles(2)
  await db.insert(articleFault).values([
    { articleId: one!.id, kind: 'deadLink', target: '/admin/gone' },
    { articleId: one!.id, kind: 'deadLink', target: '/admin/gone-too' },
    { articleId: other!.id, kind: 'noAlt', target: '/file/1' },
  ])
  await db.insert(outsideLink).values({ url: 'https://example.com/gone', articleId: other!.id, isAlive: false })
  const { figures, lines } = await cardOf('deadLinks')
  expect(figures.map(({ count }) => count)).toEqual([1, 1, 1])
  expect(lines).toContainEqual(expect.objectContaining({ title: one!.title, about: '/admin/gone' }))
  expect(lines).toContainEqual(expect.objectContaining({ title: other!.title, about: 'https://example.com/gone' }))
  const { staff, workbook } = await openRegister(site, '/staff/article', 'editor')
  const listed = async (fault: string) => {
    const ids = (await staff.get('/staff/article/list', { fault })).data.list.map(({ id }: { id: number }) => id)
    expect((await workbook({ fault })).map(row => Number(row.编号))).toEqual(ids)
    expect((await staff.get('/staff/article/counts', { fault })).data.all).toBe(ids.length)
    return ids
  }
  const { all } = (await staff.get('/staff/article/counts')).data
  expect(all).toBeGreaterThan(1)
  expect(await listed('deadLink')).toEqual([one!.id])
  expect(await listed('deadOutside')).toEqual([other!.id])
  expect(await listed('noAlt')).toEqual([other!.id])
})

test('an editor sees what was read most of the last three months, most first', async () => {
  const { db } = site.services
  const [old, fresh] = await someArticles(2)
  await db.update(article).set({ publishedAt: new Date() }).where(eq(article.id, fresh!.id))
  await db
    .update(article)
    .set({ publishedAt: new Date('2020-01-01T00:00:00Z') })
    .where(eq(article.id, old!.id))
  for (const [of, views] of [
    [old, 2_000_000],
    [fresh, 1_000_000],
  ] as const)
    await db
      .insert(articleViews)
      .values({ articleId: of!.id, views })
      .onConflictDoUpdate({ target: articleViews.articleId, set: { views } })
  const { lines } = await cardOf('mostRead')
  expect(lines[0]).toMatchObject({ title: fresh!.title, about: '阅读 1000000 次' })
  expect(lines.map(({ title }) => title)).not.toContain(old!.title)
})
