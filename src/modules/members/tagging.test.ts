import { and, desc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { setUpSite, site } from '../../../test/setups/site.ts'
import { asStaff } from '../../../test/support/make.ts'

setUpSite({ demo: true })

let admin: Awaited<ReturnType<typeof asStaff>>
beforeAll(async () => {
  admin = await asStaff(site, 'admin')
})

const save = (form: object) =>
  admin.post('/staff/dictionary/save', { form: { dictionary: 'organisationTag', ...form } })
const listed = async (path: string, query: Record<string, string>) => (await admin.get(`${path}/list`, query)).data

test('the association keeps its own tags, puts them on many organisations, finds by them, and takes them off', async () => {
  expect((await admin.get('/staff/organisation/tags')).data).toEqual([])
  await save({ code: 'key', name: '重点联系', state: 'offered' })
  await save({ code: 'old', name: '旧标签', state: 'retired' })
  expect((await admin.get('/staff/organisation/tags')).data).toEqual([
    { code: 'key', name: '重点联系' },
    { code: 'old', name: '旧标签', retired: true },
  ])
  // Among staff alone.
  expect(await site.get('/dictionary/list', { dictionary: 'organisationTag' })).toMatchObject({ code: 404 })

  const [one, two] = (await listed('/staff/organisation', { isMember: 'yes' })).list
  const tag = (given: object) => admin.post('/staff/organisation/tag', { tag: 'key', act: 'put', ...given })
  expect(await tag({ ids: [one.id], tag: 'old' })).toMatchObject({ code: 400 })
  await tag({ ids: [one.id] })
  expect((await tag({ ids: [one.id, two.id, 999_999] })).data).toEqual([
    { id: one.id, done: false, message: '已有“重点联系”' },
    { id: two.id, done: true, message: '已打上“重点联系”' },
    { id: 999_999, done: false, message: '没有这家单位' },
  ])
  const all = await listed('/staff/organisation', {})
  const tagged = await listed('/staff/organisation', { tag: 'key' })
  expect([tagged.total, all.total > 2]).toEqual([2, true])
  expect((await listed('/staff/member', { tag: 'key' })).total).toBe(2)
  expect((await listed('/staff/member', {})).total).toBeGreaterThan(2)
  const shown = await listed('/staff/organisation', { tag: 'key', columns: 'name,tags' })
  expect(shown.list[0].cells.tags).toBe('重点联系')
  const [line] = await site.services.db
    .select()
    .from(auditEvent)
    .where(and(eq(auditEvent.action, 'organisation.tag'), eq(auditEvent.objectId, two.id)))
    .orderBy(desc(auditEvent.id))
  expect(line).toMatchObject({ actorName: 'admin' })

  expect((await tag({ ids: [two.id], act: 'remove' })).data).toMatchObject([
    { done: true, message: '已去掉“重点联系”' },
  ])
  expect((await listed('/staff/organisation', { tag: 'key' })).total).toBe(1)
})
