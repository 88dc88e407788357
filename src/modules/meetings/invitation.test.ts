import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { appointment, post } from '#modules/posts/server/tables.ts'
import {
  bodyOf,
  clerk,
  holders,
  invited,
  messagesTo,
  mine,
  planned,
  reply,
  seatsIn,
  setUpSeats,
  today,
} from '#test/setups/meetingSeats.ts'
import { site } from '#test/setups/site.ts'
import { putFile, staffSession } from '#test/support/make.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'

setUpSeats()

describe('the notice', () => {
  test('later than the charter has it needs a reason, which stays with the meeting', async () => {
    const [one] = await holders(1)
    const of = await planned(await bodyOf([one!], { noticeDays: 10 }), 4)
    const refused = await clerk.post('/staff/meeting/notice', { ...of, replyBy: addDays(today, 9) })
    expect(refused).toMatchObject({
      code: 400,
      data: {
        fields: {
          reason: '会议规则要求提前 10 天通知，今天距会议 4 天；仍要发出的，请写明理由',
          replyBy: `不能晚于会议日期 ${addDays(today, 4)}`,
        },
      },
    })
    expect(await messagesTo(one!)).toHaveLength(0)
    const sent = await clerk.post('/staff/meeting/notice', { ...of, reason: '主管部门临时要求' })
    expect(sent.data).toMatchObject({ told: 1 })
    const { data } = await clerk.get('/staff/meeting/invitation', { id: of.id })
    expect(data).toMatchObject({ noticeReason: '主管部门临时要求', replyBy: addDays(today, 3), seats: 1 })
    expect((await clerk.post('/staff/meeting/notice', { ...sent.data, reason: '' })).code).toBe(409)
  })

  test('goes once to whoever holds three seats, with agenda and time; they reply for each without signing in anew', async () => {
    const [three, other] = await holders(2)
    const { id } = await invited(await bodyOf([three!, three!, three!, other!]))
    const [told, ...more] = await messagesTo(three!)
    expect(more).toHaveLength(0)
    expect(told).toMatchObject({ kind: 'meeting', route: `/admin/user/meetings/${id}` })
    expect(told!.content).toContain('1. 审议年度工作报告')
    expect(told!.content).toContain('09:30')
    const { list } = (await three!.api.get('/meeting/list', {})).data
    expect(list).toMatchObject([{ id, seats: [{ reply: null }, { reply: null }, { reply: null }] }])
    const seats = list[0].seats as { seatId: number }[]
    for (const { seatId } of seats) expect((await reply(three!, seatId, 'attend')).code).toBe(200)
    expect((await seatsIn(id, { replied: 'no' })).map(({ id }) => id)).toHaveLength(1)
    expect((await reply(other!, seats[0]!.seatId, 'leave', { reason: '出差' })).code).toBe(403)
  })

  test('cannot go out without an agenda or without anybody who holds a seat', async () => {
    const bodyId = await bodyOf([])
    const of = await planned(bodyId)
    expect((await clerk.post('/staff/meeting/notice', of)).msg).toContain('没有在任的席位')
    const empty = (await clerk.post('/staff/meeting/save', { title: '空会', bodyId, meetsOn: addDays(today, 20) })).data
    expect((await clerk.post('/staff/meeting/notice', empty)).msg).toContain('还没有议题')
  })

  test('follows the body: whoever joined is invited, whoever left is taken off, and their proxies are open again', async () => {
    const [stays, leaves, joins] = await holders(3)
    const bodyId = await bodyOf([stays!, leaves!])
    const of = await invited(bodyId)
    const [one, two] = await seatsIn(of.id)
    expect((await reply(stays!, one!.id, 'proxy', { proxySeatId: two!.id })).code).toBe(200)
    const { db } = site.services
    await db.delete(appointment).where(eq(appointment.accountId, leaves!.accountId))
    const [held] = await db.select().from(post).where(eq(post.bodyId, bodyId)).limit(1)
    const added = { bodyId, postId: held!.id, personName: '新委员', accountId: joins!.accountId, fromDay: today }
    await db.insert(appointment).values(added)
    const { data } = await clerk.get('/staff/meeting/invitation', { id: of.id })
    expect([data.joined, data.gone]).toEqual([['新委员'], [expect.stringContaining('委员1')]])
    const done = await clerk.post('/staff/meeting/seats/refresh', of)
    expect(done.data).toMatchObject({ joined: 1, gone: 1 })
    expect(await messagesTo(joins!)).toHaveLength(1)
    const now = await seatsIn(of.id)
    expect(now.find(({ id }) => id === one!.id)).toMatchObject({ reply: 'proxy', proxyState: 'refused' })
    expect((await clerk.post('/staff/meeting/seats/refresh', { ...of, version: done.data.version })).code).toBe(409)
  })
})

describe('replies', () => {
  test('a leave needs its reason; until the meeting a reply may change, and not after', async () => {
    const [one] = await holders(1)
    const of = await invited(await bodyOf([one!]))
    const [seat] = await seatsIn(of.id)
    expect((await reply(one!, seat!.id, 'leave')).data.fields).toEqual({ reason: '请写明请假的原因' })
    expect((await reply(one!, seat!.id, 'leave', { reason: '出国' })).code).toBe(200)
    expect((await reply(one!, seat!.id, 'attend')).code).toBe(200)
    expect((await clerk.post('/staff/meeting/move', { ...of, to: 'held' })).code).toBe(200)
    expect((await reply(one!, seat!.id, 'leave', { reason: '出国' })).code).toBe(409)
  })

  test('a proxy counts once its carrier has accepted; who declines leaves it open, and both are told', async () => {
    const [one, two] = await holders(2)
    const { id } = await invited(await bodyOf([one!, two!]))
    const [a, b] = await seatsIn(id)
    expect((await reply(one!, a!.id, 'proxy', { proxySeatId: a!.id })).data.fields.proxySeatId).toContain('本席')
    expect((await reply(one!, a!.id, 'proxy', { proxySeatId: b!.id })).code).toBe(200)
    expect((await mine(two!, id)).proxies).toMatchObject([{ seatId: a!.id, state: 'asked' }])
    expect((await messagesTo(two!)).at(-1)!.title).toContain('委托您出席')
    expect((await one!.api.post('/meeting/proxy', { seatId: a!.id, accept: true })).code).toBe(403)
    expect((await two!.api.post('/meeting/proxy', { seatId: a!.id, accept: false })).code).toBe(200)
    expect((await seatsIn(id))[0]).toMatchObject({ proxyState: 'refused' })
    expect((await messagesTo(one!)).at(-1)!.content).toContain('请另行委托')
    expect((await two!.api.post('/meeting/proxy', { seatId: a!.id, accept: true })).code).toBe(200)
    expect((await seatsIn(id))[0]).toMatchObject({ proxyState: 'confirmed' })
    // Whoever is on leave carries nobody.
    expect((await reply(two!, b!.id, 'leave', { reason: '生病' })).code).toBe(200)
    expect((await seatsIn(id))[0]).toMatchObject({ proxyState: 'refused' })
    expect((await reply(one!, a!.id, 'proxy', { proxySeatId: b!.id })).data.fields.proxySeatId).toContain('已请假')
  })

  test('one person carries no more proxies than the charter allows, however many ask at once', async () => {
    const people = await holders(4)
    const { id } = await invited(await bodyOf(people, { maxProxies: 1 }))
    const seats = await seatsIn(id)
    const [carrier] = seats
    const asked = await Promise.all(
      [1, 2, 3].map(i => reply(people[i]!, seats[i]!.id, 'proxy', { proxySeatId: carrier!.id })),
    )
    expect(asked.map(({ code }) => code).sort()).toEqual([200, 400, 400])
    const { fields } = asked.find(({ code }) => code === 400)!.data
    expect(fields.proxySeatId).toContain('已受托 1 席，按章程一人最多受托 1 席')
    const typed = { seatId: seats[asked.findIndex(({ code }) => code === 400) + 1]!.id, reply: 'proxy' }
    const byStaff = { ...typed, proxySeatId: carrier!.id, received: '来电' }
    expect((await clerk.post('/staff/meeting/reply', byStaff)).code).toBe(400)
  })

  test('no proxy where the charter has none; to anybody else with a stamped letter only', async () => {
    const [one, two] = await holders(2)
    const { id } = await invited(await bodyOf([one!, two!], { proxyHolder: 'nobody' }))
    const [a, b] = await seatsIn(id)
    expect((await reply(one!, a!.id, 'proxy', { proxySeatId: b!.id })).data.fields.reply).toContain('不得委托')
    expect(await mine(one!, id)).toMatchObject({ mayGiveProxy: false, carriers: [] })

    const free = await invited(await bodyOf([one!, two!], { proxyHolder: 'anyone' }))
    const [c] = await seatsIn(free.id)
    expect((await reply(one!, c!.id, 'proxy', { proxyName: '李四' })).data.fields.fileIds).toContain('委托书')
    const letter = await putFile(site, one!.token, '委托书.png')
    expect((await reply(one!, c!.id, 'proxy', { proxyName: '李四', fileIds: [letter] })).code).toBe(200)
    expect((await seatsIn(free.id))[0]).toMatchObject({ proxyState: 'confirmed' })
  })

  test('the secretary sees who has not replied, reminds them at once, and types in what came by phone', async () => {
    const people = await holders(3)
    const { id } = await invited(await bodyOf(people))
    const seats = await seatsIn(id)
    await reply(people[0]!, seats[0]!.id, 'attend')
    const typed = { seatId: seats[1]!.id, reply: 'leave', reason: '生病' }
    expect((await clerk.post('/staff/meeting/reply', typed)).data.fields).toHaveProperty('received')
    expect((await clerk.post('/staff/meeting/reply', { ...typed, received: '12 月 3 日来电' })).code).toBe(200)
    const waiting = await seatsIn(id, { replied: 'no' })
    expect(waiting.map(({ id }) => id)).toEqual([seats[2]!.id])
    const seatIds = seats.map(({ id }) => id)
    const done = await clerk.post('/staff/meeting/remind', { seatIds, about: 'reply' })
    expect(done.data).toEqual({ told: 1, skipped: 2 })
    expect((await messagesTo(people[2]!)).map(({ title }) => title)).toEqual([
      expect.stringContaining('会议通知'),
      expect.stringContaining('请回复'),
    ])
    expect(await messagesTo(people[0]!)).toHaveLength(1)
    const { rawPayload } = await site.app.inject({
      url: `/api/staff/meeting/seat/export?meetingId=${id}`,
      headers: await staffSession(site, 'admin'),
    })
    expect(JSON.stringify(textsOf(await sheetOf(rawPayload)))).toContain('（12 月 3 日来电）')
  })
})
