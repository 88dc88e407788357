import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { expert, expertTie } from '#modules/experts/server/tables.ts'
import { choose, companies, desks, ids, panel, plan, setUpRounds, shown } from '#test/setups/rounds.ts'
import { site, today } from '#test/setups/site.ts'
import { applicant, entryBeforeExperts, type Judge, judge, openCall } from '#test/support/awarding.ts'
import { awardScore } from './server/tables.ts'

setUpRounds()

const refusals = async (id: number) =>
  (
    await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.action, 'awardRound.refuse'))
      .orderBy(auditEvent.id)
  ).filter(({ objectId }) => objectId === id)

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
    const { db, encryption } = site.services
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
      .set({ mobileHash: encryption.hash(by.phone) })
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
