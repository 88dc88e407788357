import { eq } from 'drizzle-orm'
import QRCode from 'qrcode'
import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { addWorkingDays } from '#lib/workingDays.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { clerk, nightAfter, object, reviewer, setNotice, setUpObjecting, today } from '#test/setups/objecting.ts'
import { site } from '#test/setups/site.ts'
import { decide, noticed, stateOf } from '#test/support/applying.ts'
import { calendar } from '#test/support/calendar.ts'
import { newAddress, newPhone, textsTo } from '#test/support/make.ts'
import { codesIn, pdf } from '#test/support/uploads.ts'
import { objection, publicNotice } from '../server/tables.ts'

setUpObjecting()

const info = async (id: number) => (await site.get('/app/publicity/notice/info', { id })).data
const noticeOf = async (id: number) =>
  (await site.services.db.select().from(publicNotice).where(eq(publicNotice.id, id)))[0]!
const settle = async (id: number, action: 'uphold' | 'dismiss', by = clerk) => {
  await by.post('/staff/objection/accept', { id })
  return by.post('/staff/objection/decide', { id, action, result: '经核对合同与验收报告，已查明所述情况。' })
}

const progress = (form: object) => site.from(newAddress()).post('/app/publicity/notice/objection/progress', form)
/** Evidence, with that ticket. */
async function addFile(ticket: string, bytes: Uint8Array = pdf(), name = '合同.pdf') {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], name))
  const url = '/api/app/publicity/notice/objection/file'
  const headers = { ticket }
  return (await site.app.inject({ method: 'POST', url, headers, payload: form, remoteAddress: newAddress() })).json()
}

describe('a notice', () => {
  test('says to everybody how long it hangs out, and passes by itself when its days are over', async () => {
    const { id, noticeId, orgName } = await noticed(site, reviewer)
    const { toDay } = await noticeOf(noticeId)
    expect(await info(noticeId)).toMatchObject({ title: orgName, state: 'open', pending: 0, results: [], toDay })
    const early = await decide(clerk, id, '/staff/decision/record').catch(error => error.message)
    expect(early).toContain(`公示期到 ${toDay} 结束`)
    await nightAfter(addDays(toDay, -1))
    expect(await stateOf(clerk, id)).toBe('noticed')
    await nightAfter(toDay)
    expect(await stateOf(clerk, id)).toBe('unpaid')
    expect(await info(noticeId)).toMatchObject({ state: 'ended' })
    const late = await object(noticeId)
    expect([late.code, late.msg]).toEqual([409, expect.stringContaining('已经结束')])
  })

  test('is prolonged with a reason that everybody reads', async () => {
    const { noticeId, api } = await noticed(site, reviewer)
    const { toDay } = await noticeOf(noticeId)
    expect((await clerk.post('/staff/notice/prolong', { id: noticeId, days: 3 })).code).toBe(400)
    expect((await reviewer.post('/staff/notice/prolong', { id: noticeId, days: 3, reason: '补充材料' })).code).toBe(403)
    const prolonged = await clerk.post('/staff/notice/prolong', { id: noticeId, days: 3, reason: '公示材料有补充' })
    expect(prolonged.data.toDay).toBe(addWorkingDays(calendar, toDay, 3))
    expect(await info(noticeId)).toMatchObject({
      toDay: addWorkingDays(calendar, toDay, 3),
      prolongReason: '公示材料有补充',
    })
    const { data: seen } = await reviewer.get('/staff/notice/detail', { id: noticeId })
    expect(seen.prolongReason).toBe('公示材料有补充')
    expect((await api.get('/member/message/list')).data.list[0].content).toContain('公示材料有补充')
  })
})

describe('whoever objects', () => {
  test('holds the notice, adds evidence, and follows it by number and phone', async () => {
    const { id, noticeId, api } = await noticed(site, reviewer)
    const { number, ticket, phone, ...answer } = await object(noticeId, { idNumber: '11010519491231002X' })
    expect([answer.code, number]).toEqual([200, expect.stringMatching(/^YY\d{4}-\d{6}$/)])
    expect(await info(noticeId)).toMatchObject({ state: 'held', stateName: '异议核查中', pending: 1, results: [] })
    const listed = (await site.get('/app/publicity/notice/list', { pageSize: 100 })).data.list
    expect(listed.find((one: { id: number }) => one.id === noticeId)).toMatchObject({ isHeld: true })
    expect((await api.get('/member/message/list')).data.list[0].content).toContain('公示暂停计时')

    expect([(await addFile('')).code, (await addFile('x')).code]).toEqual([403, 403])
    const photo = await addFile(ticket, await QRCode.toBuffer('https://site.test/合同', { width: 400 }), '合同.png')
    expect(photo.data).toMatchObject({ width: 400, height: 400 })
    expect(await codesIn(site, photo.data.id)).toEqual(['https://site.test/合同'])
    const sent = await Promise.all(Array.from({ length: 5 }, () => addFile(ticket)))
    expect(sent.map(({ code }) => code).sort()).toEqual([200, 200, 200, 200, 409])

    expect((await progress({ number, phone })).data).toMatchObject({ statusName: '待受理', files: 5, result: '' })
    const wrong = [await progress({ number, phone: newPhone() }), await progress({ number: 'YY2026-999999', phone })]
    expect(wrong.map(({ msg }) => msg)).toEqual(Array(2).fill('受理编号或手机号不正确，请对照短信核对'))

    await nightAfter(addDays(today(), 40))
    expect(await stateOf(clerk, id)).toBe('noticed')
    const passing = await decide(clerk, id, '/staff/decision/record').catch(error => error.message)
    expect(passing).toContain('异议尚未办结')
  })

  test('stays unknown: sealed in the database, masked for staff, shown in full on record only', async () => {
    const { noticeId } = await noticed(site, reviewer)
    const { id, phone } = await object(noticeId, { idNumber: '11010519491231002X' })
    const [row] = await site.services.db.select().from(objection).where(eq(objection.id, id))
    expect(JSON.stringify(row)).not.toMatch(/李晓明|139000|110105/)
    const { data } = await reviewer.get('/staff/notice/detail', { id: noticeId })
    expect(data.list).toMatchObject([
      { id, name: '李*明', phone: expect.stringMatching(/^139\*{4}/), idNumber: expect.stringMatching(/^1\*+X$/) },
    ])
    expect((await reviewer.post('/staff/objection/reveal', { id })).code).toBe(403)
    expect((await clerk.post('/staff/objection/reveal', { id })).data).toMatchObject({ name: '李晓明', phone })
    const lines = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.objectType, 'objection'))
      .orderBy(auditEvent.id)
    expect(lines.filter(({ objectId }) => objectId === id).map(({ action }) => action)).toEqual([
      'objection.submit',
      'objection.reveal',
    ])
    expect(JSON.stringify(lines)).not.toMatch(/李晓明|139000/)
  })

  test('says why, at length, under a name and a phone that a code has proved', async () => {
    const { noticeId } = await noticed(site, reviewer)
    const short = await object(noticeId, { reason: '不实', name: '' })
    expect(short.data.fields).toEqual({ name: expect.any(String), reason: expect.stringContaining('至少 50 个字') })
    expect((await object(noticeId, { code: '000000' })).data.fields).toHaveProperty('code')
    expect((await object(999_999)).code).toBe(404)
    expect(await info(noticeId)).toMatchObject({ state: 'open' })
  })
})

describe('an objection that is examined', () => {
  test('and dismissed: the days that were left run on, the result is public, the objector is told', async () => {
    const { noticeId } = await noticed(site, reviewer)
    const { id, phone, number, ticket } = await object(noticeId)
    await addFile(ticket)
    const unasked = await clerk.post('/staff/objection/decide', {
      id,
      action: 'dismiss',
      result: '经核查，异议不成立。',
    })
    expect([unasked.code, unasked.msg]).toEqual([409, expect.stringContaining('先受理')])
    // Held on the last day but one, a week ago.
    const held = addWorkingDays(calendar, addDays(today(), -14), 3)
    await setNotice(noticeId, { heldAt: new Date(`${held}T10:00:00+08:00`), toDay: addWorkingDays(calendar, held, 2) })
    expect((await settle(id, 'dismiss')).data).toMatchObject({ status: 'dismissed', statusName: '异议不成立' })
    const shown = await info(noticeId)
    expect(shown).toMatchObject({ state: 'open', pending: 0, toDay: addWorkingDays(calendar, today(), 2) })
    expect(shown.results).toMatchObject([
      { statusName: '异议不成立', result: '经核对合同与验收报告，已查明所述情况。' },
    ])
    expect(JSON.stringify(shown)).not.toMatch(/李|139/)
    expect((await textsTo(site, phone))[0]).toContain('异议不成立')
    const result = '经核对合同与验收报告，已查明所述情况。'
    expect((await progress({ number, phone })).data).toMatchObject({ statusName: '异议不成立', result })
    const { displayName: actorName } = (await clerk.get('/staff/me')).data
    const { data } = await reviewer.get('/staff/notice/detail', { id: noticeId })
    expect(data.list).toMatchObject([{ id, result, actorName, files: [{ name: '合同.pdf' }] }])
  })

  test('on the last day leaves one working day more', async () => {
    const { noticeId } = await noticed(site, reviewer)
    await setNotice(noticeId, { toDay: today() })
    const { id } = await object(noticeId)
    await settle(id, 'dismiss')
    expect((await noticeOf(noticeId)).toDay).toBe(addWorkingDays(calendar, today(), 1))
  })

  test('of several, the last that is settled lets the notice run on', async () => {
    const { noticeId } = await noticed(site, reviewer)
    const [one, other] = [await object(noticeId), await object(noticeId)]
    await settle(one.id, 'dismiss')
    expect(await info(noticeId)).toMatchObject({ state: 'held', pending: 1 })
    await settle(other.id, 'dismiss')
    expect(await info(noticeId)).toMatchObject({ state: 'open', pending: 0 })
  })

  test('and upheld: it is decided anew, and noticed anew if it passes again', async () => {
    const { id, noticeId, api } = await noticed(site, reviewer)
    const [first, second] = [await object(noticeId), await object(noticeId)]
    expect((await settle(first.id, 'uphold')).data.statusName).toBe('异议成立')
    expect(await stateOf(clerk, id)).toBe('deciding')
    expect(await info(noticeId)).toMatchObject({ state: 'ended', results: [{ status: 'upheld' }] })
    expect((await api.get('/member/message/list')).data.list[0].title).toBe('入会申请退回重新审议')
    await decide(clerk, id, '/staff/decision/record', '复议通过')
    const notices = await site.services.db.select().from(publicNotice).where(eq(publicNotice.applicationId, id))
    // The other objection is still open: it holds the new notice, too.
    expect(notices.map(({ endedAt, heldAt }) => [endedAt !== null, heldAt !== null])).toEqual([
      [true, false],
      [false, true],
    ])
    const found = (await clerk.get('/staff/notice/list', { state: 'held', pageSize: 100 })).data.list
    expect(found.map((one: { id: number }) => one.id)).toEqual(expect.arrayContaining(notices.map(one => one.id)))
    await settle(second.id, 'dismiss')
    expect(await info(notices[1]!.id)).toMatchObject({ state: 'open' })
  })
})

test('the list of notices leaves as a workbook, by its filters', async () => {
  const { noticeId, orgName } = await noticed(site, reviewer)
  const { data } = await clerk.get('/staff/notice/list', { key: orgName!, state: 'open' })
  expect(data.list).toMatchObject([{ id: noticeId, stateName: '公示中', objections: 0 }])
  expect((await clerk.get('/staff/notice/list', { key: orgName!, state: 'ended' })).data.total).toBe(0)
})
