import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { article } from '#modules/content/server/tables.ts'
import { purgeArticles } from '#modules/content/server/writing/trash.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { fileReferences, lostReferences, referredFiles } from './server/references.ts'
import { sweepFiles } from './server/sweeping.ts'
import { file } from './server/tables.ts'

setUpSite({ demo: true })

const DAY = 86_400_000
const later = (days: number) => site.ctx(new Date(Date.now() + days * DAY))
const isShown = async (id: number) =>
  /^image/.test(String((await site.app.inject({ url: `/api/file/${id}` })).headers['content-type']))

/** An article that lies in the trash since today and shows these files. */
async function trashed(...ids: number[]) {
  const content = ids.map(id => `<p><img src="/api/file/${id}" alt="图"></p>`).join('')
  const [row] = await site.services.db
    .insert(article)
    .values({
      catalogueId: 21,
      title: '待清除',
      content,
      plain: '',
      words: '',
      status: 'withdrawn',
      deletedAt: new Date(),
    })
    .returning({ id: article.id })
  return row!.id
}
const picture = async () => {
  const [row] = await site.services.db
    .insert(file)
    .values({
      name: '图.png',
      type: 'image/png',
      key: `2026/${crypto.randomUUID()}`,
      size: 1,
      sha256: '',
      isPublic: true,
      attachedAt: new Date(),
    })
    .returning({ id: file.id, key: file.key })
  await site.services.store.put(row!.key, Buffer.from('x'))
  return row!.id
}

test('an article that goes for good leaves a member its logo, and another article and the settings their pictures', async () => {
  const { db } = site.services
  const [member] = await db
    .select({ logo: organisation.logoId })
    .from(organisation)
    .where(sql`logo_id is not null`)
    .limit(1)
  const [shared, own, emblem] = [await picture(), await picture(), await picture()]
  const other = await trashed(shared)
  await db.update(article).set({ deletedAt: null }).where(eq(article.id, other))
  await db.execute(
    sql`update setting set value = value || jsonb_build_object('share', ${emblem}::int) where name = 'association'`,
  )
  await trashed(member!.logo!, shared, own, emblem)
  expect(await purgeArticles(later(31))).toBe(1)
  await sweepFiles(later(62))
  expect(await Promise.all([member!.logo!, shared, emblem, own].map(isShown))).toEqual([true, true, true, false])
})

test('nothing takes a file that a record refers to, wherever: by a key, in a list, in a text', async () => {
  const { db } = site.services
  const { rows } = await db.execute<{ id: number }>(sql`
    select logo_id as id from organisation where logo_id is not null union select unnest(image_ids) from member_style
    union select (regexp_matches(content, '/api/file/(\\d+)', 'g'))[1]::int from article`)
  const used = rows.map(({ id }) => id)
  expect(used.length).toBeGreaterThan(30)
  expect(await referredFiles(site.services, [...used, 999_999])).toEqual(new Set(used))
  await db.execute(sql`update file set attached_at = null, created_at = now() - interval '90 days' where id in ${used}`)
  await sweepFiles(later(0))
  expect(await db.$count(file, sql`id in ${used}`)).toBe(used.length)
})

test('the doctor names what a text shows and is no file', async () => {
  expect(await lostReferences(site.services)).toEqual([])
  await site.services.db
    .update(article)
    .set({ content: '<p><img src="/api/file/987654"></p>' })
    .where(eq(article.id, 3467))
  expect(await lostReferences(site.services)).toEqual([{ place: 'article.content', ids: [987_654] }])
})

/** Columns of history, which do not keep files from being removed; `board`: as the version before left it, copied into `meeting`. */
const HISTORY = /^(audit_event|message|outbox|sms|mail|client_error|board$)/

test('every column that holds files is known', async () => {
  const { rows } = await site.services.db.execute<{ table: string; column: string; type: string }>(sql`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'ARRAY') order by 1, 2`)
  const known = fileReferences()
  const unknown: string[] = []
  for (const { table, column, type } of rows) {
    const name = `${table}.${column}`
    if (known.includes(name) || HISTORY.test(table)) continue
    const holds =
      type === 'ARRAY'
        ? /(file|image|attachment|picture|photo)_ids$/.test(column)
        : (
            await site.services.db.execute(
              sql`select 1 from ${sql.identifier(table)} where ${sql.identifier(column)}::text ~ '/api/file/\\d' limit 1`,
            )
          ).rowCount! > 0
    if (holds) unknown.push(name)
  }
  expect(unknown).toEqual([])
  expect(known).toContain('article.content')
})
