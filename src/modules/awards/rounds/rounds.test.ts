import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { expert, expertTie } from '#modules/experts/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { called, choose, companies, desks, ids, panel, plan, setUpRounds, shown } from '#test/setups/rounds.ts'
import { site, today } from '#test/setups/site.ts'
import { judge, openRound, scoreEntry } from '#test/support/awarding.ts'
import { asStaff, staffWith, textsTo } from '#test/support/make.ts'
import { drawOrder } from './server/ordering.ts'
import { remindScorers } from './server/reminding.ts'
import { awardPanel } from './server/tables.ts'

setUpRounds()

const aDesk = async () => asStaff(site, await staffWith(site, ['awards']))
const drop = async (id: number) =>
  desks.awards.post('/staff/award/round/remove', { id, version: (await shown(id)).version })

describe('planning a round', () => {
  test('takes entries before the experts, each into one unfinished round only', async () => {
    const calls = await desks.awards.get('/staff/award/round/calls')
    const own = calls.data.find(({ id }: { id: number }) => id === called.call.id)
    expect(own).toMatchObject({ waiting: 3, leastScores: 3, hidesApplicants: false })
    const { id } = await plan()
    const listed = await desks.awards.get('/staff/award/round/list', { callId: called.call.id, state: 'planned' })
    expect(listed.data.list).toMatchObject([{ id, name: '筹备', entryCount: 3, experts: 0, submitted: 0 }])
    const { data } = await desks.awards.get('/staff/award/round/candidates', { callId: called.call.id })
    expect(data).toEqual([])
    const again = await desks.awards.post('/staff/award/round/save', {
      callId: called.call.id,
      name: '又一轮',
      kind: 'online',
      dueOn: today,
      entryIds: [ids()[0]],
    })
    expect(again).toMatchObject({ code: 409, msg: expect.stringContaining('已列入“筹备”') })
    await drop(id)
    const free = await desks.awards.get('/staff/award/round/candidates', { callId: called.call.id })
    expect(free.data.map(({ entryId }: { entryId: number }) => entryId).sort()).toEqual(ids().sort())
  })

  test('a defence needs a time and a place, and no round ends before today', async () => {
    const given = { callId: called.call.id, name: '复评', entryIds: ids() }
    const defence = await desks.awards.post('/staff/award/round/save', { ...given, kind: 'defence', dueOn: today })
    expect(Object.keys(defence.data.fields)).toEqual(['startsAt', 'place'])
    const late = await desks.awards.post('/staff/award/round/save', {
      ...given,
      kind: 'online',
      dueOn: addDays(today, -1),
    })
    expect(late.data.fields).toEqual({ dueOn: '不能早于今天' })
  })

  test('draws the order by lot, and whoever knows the seed draws the same', async () => {
    const { id, version } = await plan()
    await desks.awards.post('/staff/award/round/draw', { id, version })
    const of = await shown(id)
    expect(of.entries.map(({ entryId }: { entryId: number }) => entryId)).toEqual(drawOrder(of.drawSeed, ids()))
    const [line] = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.action, 'awardRound.draw'))
      .orderBy(auditEvent.id)
    expect(line!.detail).toMatchObject({ seed: of.drawSeed })
    const order = of.entries.map(({ entryId }: { entryId: number }) => entryId).reverse()
    await desks.awards.post('/staff/award/round/entries', { id, version: of.version, entryIds: order })
    expect((await shown(id)).entries.map(({ entryId }: { entryId: number }) => entryId)).toEqual(order)
    expect((await shown(id)).drawSeed).toBe('')
  })

  test('of two who change it at once the second is told by whom', async () => {
    const { id, version } = await plan()
    const [a, b] = [await aDesk(), await aDesk()]
    const answers = await Promise.all([a, b].map(by => by.post('/staff/award/round/draw', { id, version })))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 409)!.msg).toMatch(/^已由 .+ 于 .+ 修改/)
  })

  test('only the desk of awards sees rounds; others are refused', async () => {
    const { id } = await plan()
    const { reviewer, secretary } = desks
    for (const by of [reviewer, secretary]) expect((await by.get('/staff/award/round/detail', { id })).code).toBe(403)
    expect((await companies[0]!.api.get('/staff/award/round/detail', { id })).status).toBe(401)
    expect((await site.get('/staff/award/round/detail', { id })).status).toBe(401)
  })
})

describe('opening', () => {
  test('is refused where an entry would have too few experts, by name', async () => {
    const { id } = await plan()
    await choose(id, panel.slice(0, 2))
    expect((await shown(id)).hindrances[0]).toContain('专家不够，每项至少 3 位')
    const refused = await desks.awards.post('/staff/award/round/open', { id, version: (await shown(id)).version })
    expect(refused.code).toBe(400)
    expect(refused.msg).toContain('（现 2 位）')
  })

  test('looks once more: what was written down since the expert was chosen counts', async () => {
    const { id } = await plan()
    const late = await judge(site)
    await choose(id, [...panel, late])
    await site.services.db
      .insert(expertTie)
      .values({ expertId: late.expertId, kind: 'shareholder', organisationName: companies[1]!.orgName! })
    await desks.awards.post('/staff/award/round/open', { id, version: (await shown(id)).version })
    expect((await shown(id)).entries[1].recusals).toMatchObject([{ name: late.name }])
    expect((await textsTo(site, late.phone))[0]).toContain('共 2 项')
    const told = await site.services.db
      .select()
      .from(message)
      .where(eq(message.accountId, late.accountId))
      .orderBy(message.id)
    expect(told.at(-1)).toMatchObject({ kind: 'award', route: `/admin/user/scoring/${id}` })

    // Added later: told, and given what the others score. Taken out: for a reason, told, and gone with what was handed in.
    const { rules } = called.call
    await scoreEntry(late, id, ids()[0]!, { rules, total: 80 })
    const silent = await choose(id, panel)
    expect(silent.data.fields).toHaveProperty('reason')
    const fresh = await judge(site)
    expect((await choose(id, [...panel, fresh], { reason: '因病不能评审，由他人接替' })).code).toBe(200)
    const of = await shown(id)
    expect(of.left).toMatchObject([{ name: late.name, reason: '因病不能评审，由他人接替' }])
    expect(of.panel.find(({ name }: { name: string }) => name === fresh.name)).toMatchObject({
      assigned: 3,
      submitted: 0,
    })
    expect((await late.api.get('/award/scoring/round', { id })).code).toBe(404)
    expect((await textsTo(site, late.phone))[0]).toContain('不再参加')
    const lines = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.action, 'awardRound.panel'))
      .orderBy(auditEvent.id)
    expect(lines.at(-1)!.detail).toMatchObject({ droppedScores: 1 })
  })

  test('asks experts to a defence, and applicants by their place in the order', async () => {
    const round = await openRound(desks.awards, {
      callId: called.call.id,
      entryIds: ids(),
      judges: panel,
      kind: 'defence',
    })
    expect((await textsTo(site, panel[0]!.phone))[0]).toContain('共 3 项')
    const where = { place: '演示路 28 号', startsAt: `${addDays(today, 7)}T09:00:00+08:00` }
    const asked = { callId: called.call.id, state: 'open' }
    expect((await desks.awards.get('/staff/award/round/list', asked)).data.list).toMatchObject([where])
    expect(await shown(round.id)).toMatchObject({ ...where, invitedAt: null })
    const [first] = panel
    expect((await first!.api.get('/award/scoring/round', { id: round.id })).data).toMatchObject(where)
    const { rounds } = (await first!.api.get('/award/scoring/mine')).data
    expect(rounds.find(({ id }: { id: number }) => id === round.id)).toMatchObject({ ...where, submitted: 0 })
    expect((await desks.awards.post('/staff/award/round/invite', round)).code).toBe(200)
    expect((await shown(round.id)).invitedAt.slice(0, 10)).toBe(today)
    expect((await textsTo(site, companies[1]!.phone))[0]).toContain('出场次序第 2 个')
    const url = `/api/staff/award/round/order?id=${round.id}`
    expect((await site.app.inject({ url })).statusCode).toBe(401)
  })

  test('the desk reminds who has not scored: once a day unless it insists, and the history has the names', async () => {
    const { id } = await openRound(desks.awards, {
      callId: called.call.id,
      entryIds: ids().slice(0, 2),
      judges: panel,
    })
    const [eager, late, mute] = panel
    const { rules } = called.call
    for (const entryId of ids().slice(0, 2)) await scoreEntry(eager!, id, entryId, { rules, total: 80 })
    const { db } = site.services
    const [known] = await db.select().from(expert).where(eq(expert.id, mute!.expertId))
    await db.update(expert).set({ mobileSealed: null, mobileHash: null }).where(eq(expert.id, mute!.expertId))
    const expertIds = panel.map(({ expertId }) => expertId)
    const body = { id, expertIds }
    const reach = await desks.awards.post('/staff/reach', {
      call: 'POST /staff/award/round/remind',
      inputs: [body],
    })
    expect(reach.data, reach.msg).toMatchObject({ people: 1, sms: 1 })
    const texts = async () => (await textsTo(site, late!.phone)).filter(text => text.includes('还有 2 项没有提交'))
    expect(await texts()).toEqual([])
    const first = await desks.awards.post('/staff/award/round/remind', body)
    expect(first.data, first.msg).toEqual({
      reminded: 1,
      skipped: [
        { name: eager!.name, reason: '已全部提交' },
        { name: mute!.name, reason: '没有登记手机，请先在专家库补登，或另行联系' },
      ],
    })
    expect((await shown(id)).panel.find((one: { name: string }) => one.name === late!.name)).toMatchObject({
      hasAccount: true,
      lastRemindedAt: expect.stringContaining(today),
    })
    const again = await desks.awards.post('/staff/award/round/remind', { id, expertIds: [late!.expertId] })
    expect(again).toMatchObject({ code: 400, msg: expect.stringMatching(/今天 \d\d:\d\d 已经催过/) })
    expect(await texts()).toHaveLength(1)
    const both = { id, expertIds: [late!.expertId], again: true }
    expect((await desks.awards.post('/staff/award/round/remind', both)).data.reminded).toBe(1)
    expect(await texts()).toHaveLength(2)
    const lines = await db.select().from(auditEvent).where(eq(auditEvent.action, 'awardRound.remind'))
    expect(lines).toHaveLength(2)
    expect(JSON.stringify(lines[0])).toContain(late!.name)
    expect((await desks.reviewer.post('/staff/award/round/remind', body)).code).toBe(403)
    await db.update(expert).set(known!).where(eq(expert.id, mute!.expertId))
  })

  test('two colleagues who remind at the same moment send one message', async () => {
    const { id } = await openRound(desks.awards, {
      callId: called.call.id,
      entryIds: ids().slice(0, 3),
      judges: panel,
    })
    const body = { id, expertIds: [panel[1]!.expertId] }
    const [a, b] = [await aDesk(), await aDesk()]
    const answers = await Promise.all([a, b].map(by => by.post('/staff/award/round/remind', body)))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400])
    expect((await textsTo(site, panel[1]!.phone)).filter(text => text.includes('还有 3 项没有提交'))).toHaveLength(1)
  })

  test('reminds once, two days ahead, whoever has something left', async () => {
    const { rules } = called.call
    const dueOn = addDays(today, 3)
    const { id } = await openRound(desks.awards, {
      callId: called.call.id,
      entryIds: ids().slice(0, 1),
      judges: panel,
      dueOn,
    })
    await scoreEntry(panel[0]!, id, ids()[0]!, { rules, total: 80 })
    const ctx = { ...site.services, log: site.app.log, actor: { kind: 'anonymous' as const }, address: '', headers: {} }
    const at = (day: string) => ({ ...ctx, now: new Date(`${day}T09:00:00+08:00`) })
    const reminded = async () =>
      (await site.services.db.select().from(awardPanel).where(eq(awardPanel.roundId, id))).filter(one => one.remindedAt)
    await remindScorers(at(today))
    expect(await reminded()).toEqual([])
    await remindScorers(at(addDays(today, 1)))
    await remindScorers(at(addDays(today, 2)))
    expect((await reminded()).map(({ expertId }) => expertId).sort()).toEqual(
      panel
        .slice(1)
        .map(({ expertId }) => expertId)
        .sort(),
    )
    const texts = (await textsTo(site, panel[1]!.phone)).filter(text => text.includes('还有 1 项没有提交'))
    expect(texts.length).toBe(1)
    const { rounds } = (await panel[0]!.api.get('/award/scoring/mine')).data
    expect(rounds.find((one: { id: number }) => one.id === id)).toMatchObject({ assigned: 1, submitted: 1 })
  })
})
