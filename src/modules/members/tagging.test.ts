import { and, desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { staffRole } from '#modules/accounts/server/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { openRegister } from '#test/support/registers.ts'

setUpSite({ demo: true })

const admin = setUpStaff('admin')

const save = (form: object, dictionary = 'organisationTag') =>
  admin.post('/staff/record/save', { type: 'dictionaryEntry', form: { dictionary, ...form } })
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
    { id: 999_999, done: false, message: '没有这家单位，或刚被合并、删除，请刷新后再办理' },
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

test('the same with persons: a tag of their own, each within the provinces of who puts it there', async () => {
  expect((await admin.get('/staff/person/tags')).data).toEqual([])
  await save({ code: 'lecturer', name: '讲师', state: 'offered' }, 'personTag')
  await save({ code: 'judge', name: '评委', state: 'retired' }, 'personTag')
  expect((await admin.get('/staff/person/tags')).data).toEqual([
    { code: 'lecturer', name: '讲师' },
    { code: 'judge', name: '评委', retired: true },
  ])
  const tag = (given: object, by = admin) => by.post('/staff/person/tag', { tag: 'lecturer', act: 'put', ...given })
  const rows = (await listed('/staff/person', { provinceCode: '110000' })).list
  const [elsewhere] = (await listed('/staff/person', { provinceCode: '320000' })).list
  const [one, two] = rows
  expect(await tag({ ids: [one.id], tag: 'judge' })).toMatchObject({ code: 400 })
  expect(await tag({ ids: [one.id], tag: 'key' }), 'of the other dictionary').toMatchObject({ code: 400 })
  const limited = { code: 'role-bj', name: '北京', permissions: ['staff:members'], provinces: ['110000'] }
  await site.services.db.insert(staffRole).values(limited)
  const inBeijing = await asStaff(site, await staffWith(site, ['role-bj']))
  expect((await tag({ ids: [one.id, elsewhere.id] }, inBeijing)).data).toMatchObject([
    { id: one.id, done: true, message: '已打上“讲师”' },
    { id: elsewhere.id, done: false },
  ])
  expect((await tag({ ids: [one.id, two.id, 999_999] })).data).toEqual([
    { id: one.id, done: false, message: '已有“讲师”' },
    { id: two.id, done: true, message: '已打上“讲师”' },
    { id: 999_999, done: false, message: '没有这个人' },
  ])
  const tagged = await listed('/staff/person', { tag: 'lecturer', columns: 'name,tags' })
  expect(tagged.list.map((row: { cells: object; tagNames: string[] }) => [row.cells, row.tagNames])).toMatchObject([
    [{ tags: '讲师' }, ['讲师']],
    [{ tags: '讲师' }, ['讲师']],
  ])
  expect((await admin.get('/staff/person/detail', { id: one.id })).data.tagNames).toEqual(['讲师'])
  const { workbook } = await openRegister(site, '/staff/person')
  expect(await workbook({ tag: 'lecturer' })).toMatchObject([{ 标签: '讲师' }, { 标签: '讲师' }])
  const entries = (await admin.get('/staff/record/list', { type: 'dictionaryEntry', within: 'personTag' })).data.list
  expect(entries).toMatchObject([{ code: 'lecturer', uses: 2, route: '/staff/persons?tag=lecturer' }, { uses: 0 }])
  expect((await tag({ ids: [two.id], act: 'remove' })).data).toMatchObject([{ done: true, message: '已去掉“讲师”' }])
  expect((await listed('/staff/person', { tag: 'lecturer' })).total).toBe(1)
})
