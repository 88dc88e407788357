import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { and, desc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { account } from '#modules/accounts/server/tables.ts'
import { historyOf } from '#modules/audit/server/auditWords.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'

type Staff = Awaited<ReturnType<typeof asStaff>>

setUpSite({ demo: true })

let reviewer: Staff
let company: typeof organisation.$inferSelect
beforeAll(async () => {
  reviewer = await asStaff(site, 'reviewer')
  company = (await site.services.db.select().from(organisation).limit(1))[0]!
})

const edit = async (form: object) => {
  const { data } = await reviewer.get('/staff/organisation/detail', { id: company.id })
  const answer = await reviewer.post('/staff/organisation/edit', { id: company.id, version: data.version, form })
  expect(answer.code, answer.msg).toBe(200)
}
const historyBy = (by: Staff, objectType = 'organisation', objectId = company.id) =>
  by.get('/staff/history/list', { objectType, objectId })

test('who changed a phone, from what to what, is read on the company itself, by the name of the person', async () => {
  await edit({ phone: '010-55500128', liaisonMobile: '13900001234', liaisonName: '端木青' })
  await edit({ phone: '010-55500177', liaisonMobile: '13800005678', liaisonEmail: 'duanmu@example.com' })
  const [own] = await site.services.db.select().from(account).where(eq(account.userName, 'reviewer'))
  const [last] = (await historyBy(reviewer)).data.list
  const others = (await historyBy(reviewer, 'organisation', company.id + 1)).data.list
  expect(others.map(({ id }: { id: number }) => id)).not.toContain(last.id)
  expect(last).toMatchObject({ actorName: own!.displayName, actionName: '修改单位' })
  expect(last.changes).toContainEqual({ name: '单位电话', before: '010-5550 0128', after: '010-5550 0177' })
  expect(last.changes).toContainEqual({ name: '联系人手机', before: '139****1234', after: '138****5678' })
  expect(last.changes).toContainEqual(expect.objectContaining({ name: '联系人邮箱', after: 'd***@example.com' }))
  const kept = await site.services.db
    .select()
    .from(auditEvent)
    .where(and(eq(auditEvent.objectType, 'organisation'), eq(auditEvent.objectId, company.id)))
  expect(JSON.stringify(kept)).not.toMatch(/13900001234|13800005678|duanmu/)
})

test('looking at the numbers is no change of the record, and stands in the log alone', async () => {
  await edit({ fax: '010-55500129' })
  await reviewer.post('/staff/organisation/reveal', { id: company.id })
  expect((await historyBy(reviewer)).data.list[0].actionName).toBe('修改单位')
  const auditor = await asStaff(site, await staffWith(site, ['auditor']))
  const lines = await auditor.get('/staff/audit/list', { objectType: 'organisation', objectId: company.id })
  expect(lines.data.list[0].actionName).toBe('查看完整信息：单位')
})

test('the log finds a change by the name of the field, and by the name of who made it', async () => {
  await edit({ fax: '010-55500130' })
  const auditor = await asStaff(site, await staffWith(site, ['auditor']))
  const found = async (query: object) =>
    (await auditor.get('/staff/audit/list', { ...query, objectType: 'organisation', objectId: company.id })).data
  expect((await found({ words: '传真' })).list[0]).toMatchObject({ actionName: '修改单位', userName: 'reviewer' })
  expect((await found({ words: '注册资金' })).total).toBe(0)
  const [own] = await site.services.db.select().from(account).where(eq(account.userName, 'reviewer'))
  const both = await Promise.all(['reviewer', own!.displayName].map(actor => found({ actor })))
  expect(both[0]!.total).toBeGreaterThan(0)
  expect(both[1]!.total).toBe(both[0]!.total)
})

test('the history below a screen is of a kind of record whose readers are said', () => {
  const screens = globSync('*/pages/screens.ts', { cwd: resolve(import.meta.dirname, '..') })
  const records = screens.flatMap(file => [
    ...readFileSync(resolve(import.meta.dirname, '..', file), 'utf8').matchAll(/record: '(\w+)'/g),
  ])
  expect(records.length).toBeGreaterThan(10)
  expect(records.map(([, record]) => record!).filter(record => !historyOf(record))).toEqual([])
})

test('whoever may not open a record does not read its history either', async () => {
  const editor = await asStaff(site, await staffWith(site, ['editor']))
  expect(await historyBy(editor)).toMatchObject({ code: 403 })
  expect(await historyBy(reviewer, 'setting', 1)).toMatchObject({ code: 404 })
})

test('my last acts name the application that they were about', async () => {
  const mine = await asStaff(site, await staffWith(site, ['reviewer']))
  const { list } = (await mine.get('/staff/review/list', { status: 'submitted' })).data
  const [of] = list
  const done = await mine.post('/staff/review/decide', {
    id: of.id,
    version: of.version,
    action: 'reject',
    opinion: '材料不全',
  })
  expect(done.code, done.msg).toBe(200)
  const { acts } = (await mine.get('/staff/overview')).data
  expect(acts[0]).toMatchObject({ actionName: '申请不予通过', objectName: `${of.number} ${of.title}` })
  const [line] = await site.services.db.select().from(auditEvent).orderBy(desc(auditEvent.id)).limit(1)
  expect(line!.objectName).toBe('')
})
