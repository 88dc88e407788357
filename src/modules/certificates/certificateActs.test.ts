import { desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { check, daysAgo, detailOf, issued, setUpCertificateDesk, staff } from '#test/setups/certificateDesk.ts'
import { site, today } from '#test/setups/site.ts'
import { asStaff, staffSession, staffWith } from '#test/support/make.ts'

setUpCertificateDesk()

const act = (of: { id: number; seen: number }, action: string, over: object = {}) => {
  const given = { id: of.id, seen: of.seen, action, effectiveOn: daysAgo(10), reason: '未按规定提交年度报告' }
  return staff.post('/staff/certificate/act', { ...given, ...over })
}

describe('an act', () => {
  test('is seen by the public at once, from its own day on and not before', async () => {
    const of = await issued(100)
    expect((await act(of, 'suspended')).code).toBe(200)
    expect(await check(of.number, daysAgo(11))).toMatchObject({
      today: { certStatus: 'suspended' },
      on: { certStatus: 'valid' },
    })
    expect(await check(of.number, daysAgo(10))).toMatchObject({ on: { certStatus: 'suspended' } })
    expect((await check(of.number)).history.at(-1)).toMatchObject({
      event: 'suspended',
      reason: '未按规定提交年度报告',
    })

    const suspended = await detailOf(of.id)
    expect((await act(suspended, 'resumed', { effectiveOn: daysAgo(5), reason: '已补交' })).code).toBe(200)
    expect(await check(of.number, daysAgo(5))).toMatchObject({
      today: { certStatus: 'valid' },
      on: { certStatus: 'valid' },
    })
    expect(await check(of.number, daysAgo(6))).toMatchObject({ on: { certStatus: 'suspended' } })
  })

  test('is told to the holder and written in the log with its reason and by whom', async () => {
    const of = await issued()
    await act(of, 'revoked', { reason: '提供虚假材料' })
    const { db } = site.services
    const [told] = await db.select().from(message).where(eq(message.objectId, of.id)).orderBy(desc(message.id)).limit(1)
    expect(told!.content).toContain('提供虚假材料')
    const lines = await db.select().from(auditEvent).where(eq(auditEvent.objectId, of.id)).orderBy(auditEvent.id)
    expect(lines.find(({ action }) => action === 'certificate.revoked')).toMatchObject({
      actorName: 'admin',
      objectName: of.number,
      detail: { reason: '提供虚假材料' },
    })
    const { events, canDo } = await detailOf(of.id)
    expect(events.at(-1)).toMatchObject({ kindName: '撤销', reason: '提供虚假材料', actorName: expect.any(String) })
    expect(events.at(-1).actorName).not.toBe('')
    expect(canDo).toEqual(['corrected'])
  })

  test('of two colleagues at once one is done, and the other is told by whom and when', async () => {
    const of = await issued()
    const [one, two] = [await asStaff(site, 'admin'), await asStaff(site, await staffWith(site, ['secretary']))]
    const given = { id: of.id, seen: of.seen, effectiveOn: today, reason: '同时处理' }
    const answers = await Promise.all([
      one.post('/staff/certificate/act', { ...given, action: 'suspended' }),
      two.post('/staff/certificate/act', { ...given, action: 'cancelled' }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 409)!.msg).toMatch(/^已由 .+ 于 \d{4}-.+ 记“(暂停|注销)”/)
    expect((await detailOf(of.id)).events).toHaveLength(2)
  })

  test('needs a reason, a day that has come, a fitting state and the password typed just now', async () => {
    const of = await issued()
    expect((await act(of, 'suspended', { reason: ' ' })).data.fields).toHaveProperty('reason')
    // In two days: tomorrow may have come since the file was loaded.
    expect((await act(of, 'suspended', { effectiveOn: addDays(today, 2) })).data.fields).toHaveProperty('effectiveOn')
    expect(await act(of, 'resumed')).toMatchObject({ code: 409, msg: expect.stringContaining('有效') })
    const { cookie } = await staffSession(site, await staffWith(site, ['secretary']))
    const { session } = await import('#modules/accounts/server/tables.ts')
    const { hashToken } = await import('#modules/accounts/server/sessions.ts')
    const tokenHash = hashToken(cookie.replace('staff=', ''))
    await site.services.db.update(session).set({ confirmedAt: null }).where(eq(session.tokenHash, tokenHash))
    const given = { id: of.id, seen: of.seen, action: 'suspended', effectiveOn: today, reason: '欠缴' }
    expect((await site.as({ cookie }).post('/staff/certificate/act', given)).code).toBe(428)
  })

  test("is not open on a member's certificate: that goes with the membership", async () => {
    const { list } = (await staff.get('/staff/certificate/list', { register: 'membership', status: 'valid' })).data
    const of = await detailOf(list[0].id)
    expect(of.canDo).toEqual(['corrected'])
    expect(await act(of, 'suspended')).toMatchObject({ code: 409, msg: expect.stringContaining('会员详情') })
  })
})

test('a replacement has a new number, and each of the two says which the other is', async () => {
  const old = await issued(100)
  const given = { id: old.id, seen: old.seen, issuedOn: daysAgo(3), reason: '单位更名' }
  const { data, code } = await staff.post('/staff/certificate/replace', given)
  expect(code).toBe(200)
  expect(data.number).not.toBe(old.number)
  const [before, after] = [await detailOf(old.id), await detailOf(data.id)]
  expect(before).toMatchObject({ status: 'replaced', successors: [data] })
  expect(after).toMatchObject({ status: 'valid', predecessor: { id: old.id, number: old.number }, scope: old.scope })
  expect(await check(old.number, daysAgo(4))).toMatchObject({
    on: { certStatus: 'valid' },
    today: { certStatus: 'replaced' },
    successors: [data.number],
  })
  expect(await check(data.number)).toMatchObject({ predecessors: [old.number] })
  expect((await staff.post('/staff/certificate/replace', { ...given, seen: before.seen })).code).toBe(409)
})

describe('a correction', () => {
  const correct = (of: { id: number; seen: number }, form: object) =>
    staff.post('/staff/certificate/correct', { id: of.id, seen: of.seen, form, effectiveOn: today, reason: '录入有误' })

  test('shows what the certificate said and says, here and on the public check page', async () => {
    const of = await issued()
    expect(
      (await correct(of, { scope: '额定压力 3.8 MPa 以下的锅炉', organisationName: '北京清源锅炉服务有限公司' })).code,
    ).toBe(200)
    const changes = [
      { label: '单位名称', before: '北京清源锅炉清洗有限公司', after: '北京清源锅炉服务有限公司' },
      { label: '范围', before: of.scope, after: '额定压力 3.8 MPa 以下的锅炉' },
    ]
    expect((await detailOf(of.id)).events.at(-1)).toMatchObject({ kind: 'corrected', changes })
    const shown = await check(of.number)
    expect(shown).toMatchObject({ holderName: '北京清源锅炉服务有限公司', today: { certStatus: 'valid' } })
    expect(shown.history.at(-1)).toMatchObject({ event: 'corrected', changes, reason: '录入有误' })
    const found = (await staff.get('/staff/certificate/list', { key: '清源锅炉服务' })).data
    expect(found.list.map((row: { id: number }) => row.id)).toContain(of.id)
  })

  test('of dates moves what it was on a day', async () => {
    const of = await issued(100)
    expect(await check(of.number, daysAgo(50))).toMatchObject({ on: { certStatus: 'valid' } })
    await correct(of, { validFrom: daysAgo(20) })
    expect(await check(of.number, daysAgo(50))).toMatchObject({ on: { certStatus: 'notYet' } })
  })

  test('that changes nothing, or is wrong, is refused, and nothing is written', async () => {
    const of = await issued()
    expect(await correct(of, { scope: of.scope })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('没有改动'),
    })
    expect((await correct(of, { creditCode: '123' })).data.fields).toHaveProperty('creditCode')
    expect((await correct(of, { validTo: daysAgo(500) })).data.fields).toHaveProperty('validTo')
    expect((await detailOf(of.id)).events).toHaveLength(1)
  })
})
