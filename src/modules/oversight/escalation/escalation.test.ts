import { and, eq, like } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { escalation } from '#lib/server/oversight/tables.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { escalateOverdue } from './server/escalating.ts'

setUpSite({ demo: true })

type Api = Awaited<ReturnType<typeof asStaff>>
let admin: Api
let secretary: string
let lying: number

const listed = async () => (await admin.get('/staff/record/list', { type: 'escalationRule' })).data
const inDays = (days: number) => site.ctx(new Date(Date.now() + days * 86_400_000))
const toldOf = (id: number) =>
  site.services.db
    .select()
    .from(escalation)
    .where(and(eq(escalation.objectType, 'application'), eq(escalation.objectId, id)))

beforeAll(async () => {
  admin = await asStaff(site, 'admin')
  secretary = await staffWith(site, ['secretary'])
  const { db } = site.services
  const [one] = await db.select().from(application).where(eq(application.state, 'submitted')).limit(1)
  lying = one!.id
  await db
    .update(application)
    .set({ stateSince: new Date(Date.now() - 60 * 86_400_000) })
    .where(eq(application.id, lying))
})

describe('a rule of what is told when it lies too long', () => {
  test('is set up, changed and removed by who keeps roles, and by nobody else', async () => {
    const form = { work: 'applications', daysOver: 3, role: 'secretary', note: '每周例会' }
    const reviewer = await asStaff(site, 'reviewer')
    expect((await reviewer.post('/staff/record/save', { type: 'escalationRule', form })).code).toBe(403)
    const { data } = await admin.post('/staff/record/save', { type: 'escalationRule', form })
    expect(await admin.post('/staff/record/save', { type: 'escalationRule', form })).toMatchObject({
      code: 400,
      data: { fields: { daysOver: '同样的规则已有一条' } },
    })
    expect(
      (await admin.post('/staff/record/save', { type: 'escalationRule', form: { ...form, daysOver: 91 } })).code,
    ).toBe(400)
    const [rule] = (await listed()).list
    expect(rule).toMatchObject({ id: data.id, name: '申请超过办理时限 3 个工作日以上', told: 0, values: form })
    const changed = { id: rule.id, version: rule.version, form: { ...form, daysOver: 5 } }
    expect((await admin.post('/staff/record/save', { type: 'escalationRule', ...changed })).code).toBe(200)
    expect((await admin.post('/staff/record/save', { type: 'escalationRule', ...changed })).code).toBe(409)
    const other = await admin.post('/staff/record/save', {
      type: 'escalationRule',
      form: { ...form, work: 'articles' },
    })
    const { list } = await listed()
    const row = list.find(({ id }: { id: number }) => id === other.data.id)
    expect(
      (await admin.post('/staff/record/remove', { type: 'escalationRule', id: row.id, version: row.version })).code,
    ).toBe(200)
  })

  test('tells whoever has the role, once, and the case and the log say so', async () => {
    await escalateOverdue(site.ctx(new Date()))
    await Promise.all([escalateOverdue(site.ctx(new Date())), escalateOverdue(site.ctx(new Date()))])
    expect(await toldOf(lying)).toHaveLength(1)
    const told = await site.services.db
      .select({ userName: account.userName, content: message.content })
      .from(message)
      .innerJoin(account, eq(account.id, message.accountId))
      .where(and(like(message.title, '督办：%'), eq(message.objectId, lying)))
    expect(told.map(({ userName }) => userName)).toContain(secretary)
    expect(told.map(({ userName }) => userName)).not.toContain('reviewer')
    expect(told[0]!.content).toContain('申请超过办理时限 5 个工作日以上')
    expect((await admin.get('/staff/review/detail', { id: lying })).data.escalations).toMatchObject([
      {
        ruleName: '申请超过办理时限 5 个工作日以上',
        toldTo: '秘书处',
        daysOver: expect.any(Number),
        at: expect.any(String),
      },
    ])
    const lines = and(eq(auditEvent.action, 'escalation.tell'), eq(auditEvent.objectId, lying))
    expect(await site.services.db.$count(auditEvent, lines)).toBe(1)
    expect((await listed()).list[0].told).toBeGreaterThan(0)
  })

  test('says nothing of what is not so late, and tells anew what comes to lie there again', async () => {
    const { db } = site.services
    const [fresh] = await db.select().from(application).where(eq(application.state, 'checking')).limit(1)
    await db.update(application).set({ stateSince: new Date() }).where(eq(application.id, fresh!.id))
    await escalateOverdue(site.ctx(new Date()))
    expect(await toldOf(fresh!.id)).toEqual([])
    await db.update(application).set({ stateSince: new Date() }).where(eq(application.id, lying))
    await escalateOverdue(inDays(60))
    expect(await toldOf(lying)).toHaveLength(2)
  })
})

describe('other work that lies', () => {
  test('articles that wait for review are told by the same rules, and the article says so', async () => {
    const editor = await asStaff(site, 'editor')
    const values = { catalogId: 43, title: '等了很久的稿件', content: '<p>正文</p>', summary: '摘要', source: '本会' }
    const { data } = await editor.post('/staff/article/create', { values })
    await editor.post('/staff/article/handIn', { id: data.id })
    await admin.post('/staff/record/save', {
      type: 'escalationRule',
      form: { work: 'articles', daysOver: 2, role: 'editor' },
    })
    await escalateOverdue(site.ctx(new Date()))
    expect((await editor.get('/staff/article/detail', { id: data.id })).data.escalations).toEqual([])
    await escalateOverdue(inDays(10))
    expect((await editor.get('/staff/article/detail', { id: data.id })).data.escalations).toMatchObject([
      { ruleName: '稿件等待审核 2 个工作日以上', toldTo: '编辑' },
    ])
  })
})
