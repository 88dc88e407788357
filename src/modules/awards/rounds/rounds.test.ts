import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { expert, expertTie } from '#modules/experts/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { startApp } from '../../../../test/app.ts'
import {
  type Applicant,
  applicant,
  awardDesks,
  entryBeforeExperts,
  type Judge,
  judge,
  openCall,
  openRound,
  scoreEntry,
} from '../../../../test/awarding.ts'
import { asStaff, staffWith, textsTo } from '../../../../test/make.ts'
import { awardPanel, awardRound, awardScore } from '../server/tables.ts'
import { drawnBy } from './server/ordering.ts'
import { remindScorers } from './server/reminding.ts'

let site: Awaited<ReturnType<typeof startApp>>
let desks: Awaited<ReturnType<typeof awardDesks>>
let called: Awaited<ReturnType<typeof openCall>>
let companies: Applicant[]
let entries: Awaited<ReturnType<typeof entryBeforeExperts>>[]
let panel: Judge[]
const today = dayOf(new Date())
const ids = () => entries.map(({ entryId }) => entryId)
const aDesk = async () => asStaff(site, await staffWith(site, ['awards']))

beforeAll(async () => {
  site = await startApp({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })
  desks = await awardDesks(site)
  called = await openCall(site)
  companies = [await applicant(site), await applicant(site), await applicant(site)]
  entries = []
  for (const by of companies) entries.push(await entryBeforeExperts(site, { by, called, reviewer: desks.reviewer }))
  panel = [await judge(site), await judge(site), await judge(site)]
}, 120_000)
afterAll(() => site.close())
/** Each test has the entries for itself. */
afterEach(() =>
  site.services.db
    .update(awardRound)
    .set({ state: 'closed', closedAt: new Date() })
    .where(eq(awardRound.callId, called.call.id)),
)

const shown = async (id: number) => (await desks.awards.get('/staff/award/round/detail', { id })).data
const plan = async (by = desks.awards, entryIds = ids()) => {
  const given = { callId: called.call.id, name: '筹备', kind: 'online', dueOn: addDays(today, 5), entryIds }
  const { data, msg } = await by.post('/staff/award/round/save', given)
  if (!data?.id) throw new Error(msg)
  return data as { id: number; version: number }
}
const drop = async (id: number) =>
  desks.awards.post('/staff/award/round/remove', { id, version: (await shown(id)).version })
const refusals = async (id: number) =>
  (await site.services.db.select().from(auditEvent).where(eq(auditEvent.action, 'awardRound.refuse'))).filter(
    ({ objectId }) => objectId === id,
  )
const choose = async (id: number, judges: readonly Judge[], more = {}) =>
  desks.awards.post('/staff/award/round/panel', {
    id,
    version: (await shown(id)).version,
    ...more,
    experts: judges.map(({ expertId }, i) => ({ expertId, role: i === 0 ? 'leader' : 'member' })),
  })

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
    expect(of.entries.map(({ entryId }: { entryId: number }) => entryId)).toEqual(drawnBy(of.drawSeed, ids()))
    const [line] = await site.services.db.select().from(auditEvent).where(eq(auditEvent.action, 'awardRound.draw'))
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

describe('a conflict of interest', () => {
  test('with one entry of three recuses from it, in sentences, and gives no score to write', async () => {
    const { id } = await plan()
    const tied = await judge(site, {
      ties: [{ kind: 'adviser', organisationName: companies[0]!.orgName!, fromDay: '2024-03-01' }],
    })
    const sentence = `2024-03 至今担任顾问或兼职于${companies[0]!.orgName}（申报单位）`
    const { data } = await desks.awards.get('/staff/award/round/experts', { id, key: tied.name })
    expect(data.list[0]).toMatchObject({ bars: [], conflicts: [{ entryId: ids()[0], reasons: [sentence] }] })
    expect((await choose(id, [...panel, tied])).code).toBe(200)
    const [first, second] = (await shown(id)).entries
    expect(first).toMatchObject({
      experts: 3,
      recusals: [{ name: tied.name, reasons: [sentence], source: 'register' }],
    })
    expect(second).toMatchObject({ experts: 4, recusals: [] })

    const asked = { id, entryId: ids()[0], expertId: tied.expertId }
    const refused = await desks.awards.post('/staff/award/round/assign', asked)
    expect(refused.code).toBe(409)
    expect(refused.msg).toContain(`${tied.name}须回避`)
    expect(refused.msg).toContain(sentence)
    expect((await refusals(id)).at(-1)!.detail).toMatchObject({
      refused: [{ expert: tied.name, reasons: expect.stringContaining(sentence) }],
    })
    const opened = await desks.awards.post('/staff/award/round/open', { id, version: (await shown(id)).version })
    expect(opened.code).toBe(200)
    const rows = await site.services.db.select().from(awardScore).where(eq(awardScore.expertId, tied.expertId))
    expect(rows.map(({ entryId }) => entryId).sort()).toEqual(ids().slice(1).sort())
    const still = await desks.awards.post('/staff/award/round/assign', asked)
    expect(still.code).toBe(409)

    await site.services.db.delete(expertTie).where(eq(expertTie.kind, 'adviser'))
    expect((await desks.awards.post('/staff/award/round/assign', asked)).code).toBe(200)
    expect((await shown(id)).entries[0]).toMatchObject({ experts: 4, recusals: [] })
  })

  test('with more than half of the entries keeps out of the round, with all the reasons and a line in the log', async () => {
    const { id } = await plan()
    const ties = companies.slice(0, 2).map(({ orgName }) => ({ kind: 'employer' as const, organisationName: orgName! }))
    const tied = await judge(site, { ties })
    const { data } = await desks.awards.get('/staff/award/round/experts', { id, key: tied.name })
    expect(data.list[0].bars[0]).toContain('须回避 2 项，超过全部 3 项的一半')
    const refused = await choose(id, [...panel, tied])
    expect(refused).toMatchObject({ code: 409, data: { fields: { [`expert-${tied.expertId}`]: expect.any(String) } } })
    for (const { orgName } of companies.slice(0, 2)) expect(refused.msg).toContain(orgName)
    expect((await shown(id)).panel).toEqual([])
    expect((await refusals(id)).at(-1)!.detail).toMatchObject({ refused: [{ expert: tied.name }] })
  })

  test('is found where experts are named themselves: by phone, by name and employer, as nominator, as applicant', async () => {
    const { db, sealer } = site.services
    const [byPhone, byName, nominator, applies] = [
      await judge(site),
      await judge(site),
      await judge(site),
      await judge(site),
    ]
    const by = await applicant(site)
    const own = await openCall(site)
    const person = { title: '工程师', organisation: '别的单位有限公司', contribution: '试验' }
    const form = {
      nominatorKind: 'expert',
      nominator: `${nominator.name}（某研究院）`,
      persons: [
        { ...person, name: '李晓明', sex: '男', mobile: byPhone.phone },
        { ...person, name: byName.name, sex: '女', organisation: `${byName.name}研究所有限公司` },
      ],
    }
    const one = await entryBeforeExperts(site, { by, called: own, reviewer: desks.reviewer, form })
    await db
      .update(expert)
      .set({ mobileHash: sealer.hash(by.phone) })
      .where(eq(expert.id, applies.expertId))
    const { data } = await desks.awards.post('/staff/award/round/save', {
      callId: own.call.id,
      name: '初评',
      kind: 'online',
      dueOn: today,
      entryIds: [one.entryId],
    })
    const against = async ({ name }: Judge) =>
      (await desks.awards.get('/staff/award/round/experts', { id: data.id, key: name })).data.list[0]
    expect((await against(byPhone)).bars[0]).toContain('本人是第 1 完成人')
    expect((await against(byName)).bars[0]).toContain('本人是第 2 完成人')
    expect((await against(nominator)).conflicts[0].reasons).toEqual(['本人是提名专家'])
    expect((await against(applies)).bars[0]).toContain('本人是申报人')
    expect(await against(panel[0]!)).toMatchObject({ conflicts: [], bars: [] })
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
    const told = await site.services.db.select().from(message).where(eq(message.accountId, late.accountId))
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
    expect((await desks.awards.post('/staff/award/round/invite', round)).code).toBe(200)
    expect((await textsTo(site, companies[1]!.phone))[0]).toContain('出场次序第 2 个')
    const url = `/api/staff/award/round/order?id=${round.id}`
    expect((await site.app.inject({ url })).statusCode).toBe(401)
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
  })
})
