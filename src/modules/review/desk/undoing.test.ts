import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { application, applicationEvent, heldDecision, publicNotice } from '#modules/review/server/tables.ts'
import { setting } from '#modules/settings/server/tables.ts'
import {
  type Applicant,
  admin,
  applicant,
  decide,
  handIn,
  handInMaterials,
  inboxOf,
  reviewer,
  setUpJoining,
} from '#test/setups/membership/joining.ts'
import { site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { agreeToLast } from '#test/support/secondPerson.ts'
import { until } from '#test/support/site.ts'
import { sendDueDecisions } from './server/undoing.ts'

setUpJoining()

let colleague: typeof reviewer
beforeAll(async () => {
  colleague = await asStaff(site, await staffWith(site, ['reviewer']))
  await hold(10)
})
afterEach(() => hold(10))

const hold = (holdMinutes: number) =>
  site.services.db.update(setting).set({ value: { holdMinutes } }).where(eq(setting.name, 'decisions'))

async function submitted(): Promise<{ by: Applicant; id: number }> {
  const by = await applicant()
  return { by, id: (await handIn(by)).data.applyId }
}
const detail = async (id: number, by = reviewer) => (await by.get('/staff/review/detail', { id })).data
/** The last step, as whoever looks at the page sees it. */
const lastEvent = async (id: number) => (await detail(id)).timeline.at(-1).id
const undo = async (id: number, by = reviewer) => by.post('/staff/review/undo', { id, eventId: await lastEvent(id) })
const correct = async (id: number, by = reviewer) =>
  by.post('/staff/review/correct', { id, eventId: await lastEvent(id), reason: '误把另一份的意见写在这里' })
/** The job that runs each minute, that many minutes from now. */
const minutesPass = (minutes: number) => sendDueDecisions(site.ctx(new Date(Date.now() + minutes * 60_000)))
const rowOf = async (id: number) => {
  const [row] = await site.services.db.select().from(application).where(eq(application.id, id))
  return row!
}
const eventsOf = async (id: number) =>
  (await site.services.db.select().from(applicationEvent).where(eq(applicationEvent.applicationId, id))).map(
    ({ action }) => action,
  )

describe('a decision of which nobody was told yet', () => {
  test('is told ten minutes later, once', async () => {
    const { by, id } = await submitted()
    const before = await inboxOf(by)
    await decide(reviewer, id, 'reject', { opinion: '不符合条件' })
    await minutesPass(9)
    expect(await inboxOf(by)).toEqual(before)
    await Promise.all([minutesPass(11), minutesPass(11)])
    await minutesPass(12)
    expect(await inboxOf(by)).toEqual([...before, '入会申请不予通过'])
  })

  test('is taken back with its state, step and message, and the log keeps that it was', async () => {
    const { by, id } = await submitted()
    const [before, inbox] = [await rowOf(id), await inboxOf(by)]
    await decide(reviewer, id, 'reject', { opinion: '点错了' })
    expect((await detail(id)).undo).toMatchObject({
      eventId: await lastEvent(id),
      actionName: '不予通过',
      mayUndo: true,
    })
    expect(await undo(id)).toMatchObject({ code: 200, data: { status: 'submitted' } })
    const after = await rowOf(id)
    expect({ ...after, version: 0, updatedAt: null }).toEqual({ ...before, version: 0, updatedAt: null })
    expect(await eventsOf(id)).toEqual(['submit'])
    await minutesPass(11)
    expect(await inboxOf(by)).toEqual(inbox)
    const { data } = await by.get('/member/application/detail', { id })
    expect(data).toMatchObject({ status: 'submitted', timeline: [{ action: 'submit' }] })
    const log = await site.services.db.select().from(auditEvent).where(eq(auditEvent.objectId, id))
    expect(log.map(({ action }) => action)).toContain('application.undo')
  })

  test('is taken back although the applicant has begun to correct what was sent back', async () => {
    const { by, id } = await submitted()
    const { form, title } = await rowOf(id)
    await decide(reviewer, id, 'return', { opinion: '请补正' })
    const { eventId } = (await detail(id)).undo
    const { data } = await by.get('/member/getApply1')
    const saved = await by.post('/member/apply1Submit', {
      id,
      version: data.version,
      form: { name: '改了一半的公司', applyReason: '改了一半' },
      action: 'save',
    })
    expect(saved.code).toBe(200)
    expect((await rowOf(id)).title).toMatch('改了一半')
    expect((await reviewer.post('/staff/review/undo', { id, eventId })).code).toBe(200)
    expect(await rowOf(id)).toMatchObject({ form, title })
  })

  test('puts an application under public notice that is taken down again with it', async () => {
    const { by, id } = await submitted()
    await decide(reviewer, id, 'pass')
    await handInMaterials(by, id)
    await decide(reviewer, id, 'pass')
    await decide(admin, id, 'pass')
    const notices = () => site.services.db.$count(publicNotice, eq(publicNotice.applicationId, id))
    expect(await notices()).toBe(1)
    expect(await undo(id, admin)).toMatchObject({ code: 200, data: { status: 'deciding' } })
    expect(await notices()).toBe(0)
    await decide(admin, id, 'pass')
    expect(await notices()).toBe(1)
  })

  test('is told before the next step, which ends the time for taking it back', async () => {
    const { by, id } = await submitted()
    await decide(reviewer, id, 'pass')
    expect((await inboxOf(by)).at(-1)).toBe('入会申请已提交')
    await handInMaterials(by, id)
    expect((await inboxOf(by)).slice(-2)).toEqual(['入会申请已通过初审，请上传盖章材料', '入会申请材料已提交'])
    expect(await undo(id)).toMatchObject({ code: 409 })
  })

  test('waits no longer than the association says: with 0 it is told at once', async () => {
    await hold(0)
    const { by, id } = await submitted()
    await decide(reviewer, id, 'reject', { opinion: '不符合条件' })
    expect((await inboxOf(by)).at(-1)).toBe('入会申请不予通过')
    expect(await undo(id)).toMatchObject({ code: 409 })
  })

  test('says beforehand whom its message will reach', async () => {
    const { id } = await submitted()
    const { version } = await detail(id)
    const { data } = await reviewer.post('/staff/reach', {
      call: 'POST /staff/review/decide',
      inputs: [{ id, version, action: 'reject', opinion: '（待填写）', remarks: [] }],
    })
    expect(data).toMatchObject({ people: 1, inbox: 1, refused: 0 })
    expect((await detail(id)).undo).toBeNull()
  })

  test('counts beforehand whoever gets two messages once, by each channel of either', async () => {
    const { by, id } = await submitted()
    await decide(reviewer, id, 'pass')
    await handInMaterials(by, id)
    const { version } = await detail(id)
    const reached = async (...actions: string[]) => {
      const inputs = actions.map(action => ({ id, version, action, opinion: '（待填写）', remarks: [] }))
      return (await reviewer.post('/staff/reach', { call: 'POST /staff/review/decide', inputs })).data
    }
    expect([(await reached('pass')).sms, (await reached('reject')).sms]).toEqual([0, 1])
    expect(await reached('reject', 'pass')).toMatchObject({ sms: 1 })
  })

  test('says beforehand how many of several cannot be decided', async () => {
    const { id } = await submitted()
    const { version } = await detail(id)
    const { data } = await reviewer.post('/staff/reach', {
      call: 'POST /staff/review/bulk',
      inputs: [{ items: [{ id, version: version + 1 }], action: 'pass' }],
    })
    expect(data).toMatchObject({ people: 0, refused: 1 })
  })

  test('stays where the applicant has begun the same anew meanwhile', async () => {
    const { by, id } = await submitted()
    await decide(reviewer, id, 'reject', { opinion: '点错了' })
    await by.post('/member/apply1Submit', { form: { applyReason: '重新申请' }, action: 'save' })
    expect(await undo(id)).toMatchObject({ code: 409, msg: expect.stringContaining('已另行开始') })
    expect((await rowOf(id)).state).toBe('rejected')
  })

  test('that is taken again while the earlier one is about to be told is told in its own time', async () => {
    const { db } = site.services
    const { by, id } = await submitted()
    const inbox = await inboxOf(by)
    await decide(reviewer, id, 'reject', { opinion: '不符合条件' })
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const taking = db.transaction(async tx => {
      await tx.select().from(application).where(eq(application.id, id)).for('update')
      const later = { dueAt: new Date(Date.now() + 20 * 60_000) }
      await tx.update(heldDecision).set(later).where(eq(heldDecision.applicationId, id))
      locked.resolve()
      await released.promise
    })
    await locked.promise
    const telling = minutesPass(11)
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => (await db.execute(waiting)).rows.length)
    released.resolve()
    await Promise.all([taking, telling])
    expect(await inboxOf(by)).toEqual(inbox)
    await minutesPass(21)
    expect(await inboxOf(by)).toEqual([...inbox, '入会申请不予通过'])
  })

  test('says beforehand whether it can be taken back', async () => {
    const { id } = await submitted()
    const { data } = await reviewer.get('/staff/review/reasons', { id })
    expect(data.consequences.reject).toMatch('10 分钟内可以撤销')
    await site.services.db.update(application).set({ state: 'noticed' }).where(eq(application.id, id))
    const noticed = await admin.get('/staff/review/reasons', { id })
    expect(noticed.data.consequences.reject).toMatch('公示随之结束，不能撤销')
    await site.services.db.update(application).set({ state: 'submitted' }).where(eq(application.id, id))
  })

  test('is taken back by who works at that desk, and by nobody else', async () => {
    const { id } = await submitted()
    await decide(reviewer, id, 'reject', { opinion: '点错了' })
    const eventId = await lastEvent(id)
    const cashier = await asStaff(site, 'cashier')
    expect((await cashier.post('/staff/review/undo', { id, eventId })).code).toBe(403)
    expect((await undo(id, colleague)).code).toBe(200)
  })

  test('of two who take it back at once one does, and of taking back and telling one happens', async () => {
    const { by, id } = await submitted()
    await decide(reviewer, id, 'reject', { opinion: '点错了' })
    const eventId = await lastEvent(id)
    const both = await Promise.all([reviewer, colleague].map(one => one.post('/staff/review/undo', { id, eventId })))
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect(both.find(({ code }) => code === 409)).toMatchObject({ msg: expect.stringContaining('已经撤销') })
    await decide(reviewer, id, 'reject', { opinion: '确实不符合' })
    const inbox = await inboxOf(by)
    const [undone] = await Promise.all([undo(id), minutesPass(11), minutesPass(11)])
    const wasTold = (await inboxOf(by)).length - inbox.length
    expect([undone.code, wasTold, (await rowOf(id)).state]).toEqual(
      undone.code === 200 ? [200, 0, 'submitted'] : [409, 1, 'rejected'],
    )
  })

  test('of two colleagues who decide at once one decides, and the other is told who', async () => {
    const { id } = await submitted()
    const { version } = await detail(id)
    const sent = { id, version, opinion: '不符合条件' }
    const both = await Promise.all([
      reviewer.post('/staff/review/decide', { ...sent, action: 'pass' }),
      colleague.post('/staff/review/decide', { ...sent, action: 'reject' }),
    ])
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect((await undo(id)).code).toBe(200)
    expect(await eventsOf(id)).toEqual(['submit'])
  })
})

describe('a decision of which the applicant knows', () => {
  const told = async () => {
    const { by, id } = await submitted()
    await decide(reviewer, id, 'reject', { opinion: '不符合条件' })
    await minutesPass(11)
    return { by, id }
  }

  test('is corrected with a reason by two people, and the applicant sees both steps', async () => {
    const { by, id } = await told()
    expect((await detail(id)).correction).toMatchObject({ actionName: '不予通过', toName: '待初审', obstacle: null })
    const bare = await reviewer.post('/staff/review/correct', { id, eventId: await lastEvent(id), reason: '' })
    expect(bare).toMatchObject({ code: 400, data: { fields: { reason: expect.stringContaining('原因') } } })
    expect(await correct(id)).toMatchObject({ code: 202 })
    expect((await rowOf(id)).state).toBe('rejected')
    expect((await agreeToLast(site)).code).toBe(200)
    const { data } = await by.get('/member/application/detail', { id })
    expect(data.status).toBe('submitted')
    expect(data.timeline.map(({ actionName }: { actionName: string }) => actionName)).toEqual([
      '提交',
      '不予通过',
      '纠正决定',
    ])
    expect(data.timeline.at(-1).opinion).toBe('误把另一份的意见写在这里')
    expect((await inboxOf(by)).at(-1)).toBe('入会申请的决定已更正')
    expect((await decide(reviewer, id, 'pass')).code).toBe(200)
  })

  test('stays where the applicant has begun the same anew', async () => {
    const { by, id } = await told()
    await by.post('/member/apply1Submit', { form: { applyReason: '重新申请' }, action: 'save' })
    expect((await detail(id)).correction.obstacle).toMatch('已另行开始')
    expect(await correct(id)).toMatchObject({ code: 409, msg: expect.stringContaining('已另行开始') })
  })

  test('is not corrected twice: whoever agrees later is told that it has gone on', async () => {
    const { id } = await told()
    expect(await correct(id)).toMatchObject({ code: 202 })
    await agreeToLast(site)
    expect(await correct(id)).toMatchObject({ code: 409 })
  })
})
