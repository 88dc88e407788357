import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { article, catalogue } from './server/tables.ts'

setUpSite({ demo: true })

test('a column that is set to shows the attachments in its list, in their order, and no other does', async () => {
  const { data } = await site.get('/catalog/a', { catalogId: 26 })
  const { data: first } = await site.get('/catalog/a/info', { id: 3467 })
  expect(data.list[0].files).toEqual(first.files)
  expect(first.files.length).toBeGreaterThan(1)
  const set = (showsFiles: boolean) =>
    site.services.db.update(catalogue).set({ showsFiles }).where(eq(catalogue.id, 26))
  await set(false)
  const { data: plain } = await site.get('/catalog/a', { catalogId: 26 })
  expect(plain.list[0]).toMatchObject({ id: 3467, hasFile: true, files: [] })
  await set(true)
})

test('a text is shown with headings from the second level on and numbers to press', async () => {
  const id = await publish('<h4>一</h4><p>致电 010-5550 0128</p><h6>二</h6>')
  const { data } = await site.get('/catalog/a/info', { id })
  expect(data.content).toBe('<h2>一</h2><p>致电 <a href="tel:01055500128">010-5550 0128</a></p><h3>二</h3>')
  const { data: contact } = await site.get('/catalog/b', { catalogId: 35 })
  expect(contact.content).toContain('<td role="cell" data-name="电话"><a href="tel:01055500126">')
})

async function publish(content: string) {
  const [row] = await site.services.db
    .insert(article)
    .values({ catalogueId: 41, title: '标题', content, plain: '', status: 'published', publishedAt: new Date() })
    .returning({ id: article.id })
  return row!.id
}
