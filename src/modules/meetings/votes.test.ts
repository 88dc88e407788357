import { describe, expect, test } from 'vitest'
import { attended, clerk, counted, detail, met, metOn, record, reviewer, setUpMeetings } from '#test/setups/meetings.ts'
import { site } from '#test/setups/site.ts'
import { applied, stateOf } from '#test/support/applying.ts'
import { attendance, unanimous } from '#test/support/meeting.ts'

setUpMeetings()

type Rule = { id: number; name: string; version: string; values: Record<string, unknown>; sentences: string[] }
const ruleOf = async (name: string): Promise<Rule> =>
  (await clerk.get('/staff/record/list', { type: 'meetingRule' })).data.list.find(
    (rule: Rule) => rule.name === `${name}的规则`,
  )
async function changeRule(name: string, change: object) {
  const { id, version, values } = await ruleOf(name)
  return clerk.post('/staff/record/save', { type: 'meetingRule', id, version, form: { ...values, ...change } })
}

describe('a meeting below the quorum of the charter', () => {
  test('decides on nothing, and is told how many it takes', async () => {
    const { ids, applicationIds, ...of } = await met(1)
    const refused = await record(of, { attendance: attended(28), votes: unanimous(ids, attended(28)) })
    expect(refused).toMatchObject({
      code: 409,
      msg: '应到 45 人，实到 28 人，不足章程规定的三分之二（30 人），不能形成决议',
      data: { fields: { 'attendance.present': expect.stringContaining('不能形成决议') } },
    })
    expect(await stateOf(clerk, applicationIds[0]!)).toBe('deciding')
    const enough = await record(of, { attendance: attended(30), votes: unanimous(ids, attended(30)) })
    expect(enough.code).toBe(200)
  })

  test('is told all that is wrong at once, beside its fields', async () => {
    const { ids, ...of } = await met(2)
    const votes = [counted(ids[0]!, 30, 20, 0), counted(ids[1]!, 10, 30, 0)]
    const exceptions = [{ itemId: ids[1]!, outcome: 'reject' }]
    const wrong = { attendance: { entitled: 45, present: 46, onLeave: 3, names: ['甲', '甲'] }, votes, exceptions }
    const refused = await record(of, wrong)
    expect(refused.code).toBe(400)
    expect(refused.data.fields).toEqual({
      'attendance.present': '实到 46 人，多于应到的 45 人',
      'attendance.onLeave': expect.stringContaining('合计多于应到'),
      'attendance.names': expect.stringContaining('写了两次'),
      'attendance.chair': '请填写主持人',
      'attendance.recorder': '请填写记录人',
      [ids[1]!]: expect.stringContaining('理由'),
    })
    const nothing = await record(of, {})
    expect(Object.keys(nothing.data.fields).sort()).toEqual(
      [
        'attendance.chair',
        'attendance.entitled',
        'attendance.present',
        'attendance.recorder',
        ...ids.map(id => `votes.${id}`),
      ].sort(),
    )
  })
})

describe('votes', () => {
  test('decide: what contradicts them is refused with the figures', async () => {
    const { ids, applicationIds, ...of } = await met(2)
    const [lost, won] = ids as [number, number]
    const votes = [counted(lost, 26, 12, 2), counted(won, 27, 12, 1)]
    const exceptions = [{ itemId: won, outcome: 'reject', reason: '不同意' }]
    const refused = await record(of, { attendance, votes, exceptions })
    expect([refused.code, refused.data.fields]).toEqual([
      400,
      {
        [`votes.${lost}`]:
          '同意 26、反对 12、弃权 2，没有达到到会人员 40 人（不含回避）的三分之二以上，即 27 票，不能记为通过',
        [`votes.${won}`]:
          '同意 27、反对 12、弃权 1，已达到到会人员 40 人（不含回避）的三分之二以上，即 27 票，不能记为不予通过',
      },
    ])
    const rejected = [{ itemId: lost, outcome: 'reject', reason: '没有达到三分之二' }]
    expect((await record(of, { attendance, votes, exceptions: rejected })).code).toBe(200)
    expect(await Promise.all(applicationIds.map(id => stateOf(clerk, id)))).toEqual(['rejected', 'noticed'])
  })

  test('never outnumber those present; who is left over has not voted, and is told of', async () => {
    const { ids, ...of } = await met(1)
    const [id] = ids as [number]
    const refused = await record(of, { attendance, votes: [counted(id, 38, 2, 1)] })
    expect(refused.data.fields[`votes.${id}`]).toContain('合计 41 票，多于可以表决的 40 人')
    expect((await record(of, { attendance, votes: [counted(id, 30, 2, 1)] })).code).toBe(200)
    const { agenda, attendance: heads, rule } = await detail(of.id)
    expect(agenda[0].votes).toMatchObject({ yes: 30, words: '同意 30、反对 2、弃权 1、未投票 7' })
    expect(heads).toMatchObject({ entitled: 45, present: 40, onLeave: 3, chair: '李晓明', recorder: '王芳' })
    expect(rule.sentences).toEqual([
      '须有应到人员的三分之二以上出席',
      '举手表决，到会人员的三分之二以上同意方为通过',
      '只能委托其他应到人员',
    ])
  })

  test('leave out who stood aside: not in the base, and not among the votes', async () => {
    const { ids, ...of } = await met(1)
    const [id] = ids as [number]
    const tooMany = await record(of, { attendance, votes: [counted(id, 24, 14, 0, 4)] })
    expect(tooMany.data.fields[`votes.${id}`]).toContain('多于可以表决的 36 人')
    const { code } = await record(of, { attendance, votes: [counted(id, 24, 12, 0, 4)] })
    expect(code).toBe(200)
    expect((await detail(of.id)).agenda[0].votes.words).toBe('同意 24、反对 12、弃权 0、回避 4')
  })

  test('that are even are no majority, where more than half is one', async () => {
    await changeRule('常务理事会', { quorum: '1/2', quorumHow: 'moreThan', majority: '1/2', majorityHow: 'moreThan' })
    const { ids, ...of } = await met(1, 'standing')
    const [id] = ids as [number]
    const few = await record(of, { attendance: attended(10, 20), votes: unanimous(ids, attended(10)) })
    expect(few.msg).toBe('应到 20 人，实到 10 人，没有超过章程规定的半数（至少 11 人），不能形成决议')
    const even = await record(of, { attendance: attended(12, 20), votes: [counted(id, 6, 6, 0)] })
    expect(even.data.fields[`votes.${id}`]).toContain('过半数，即 7 票，不能记为通过')
    expect((await record(of, { attendance: attended(12, 20), votes: [counted(id, 7, 5, 0)] })).code).toBe(200)
  })

  test('of all who are entitled, where the charter has it so', async () => {
    const { ids, ...of } = await met(1, 'standing')
    await changeRule('常务理事会', { majorityOf: 'entitled', majority: '2/3', majorityHow: 'atLeast' })
    const back = (await clerk.post('/staff/meeting/move', { ...of, to: 'planned' })).data
    const again = (await clerk.post('/staff/meeting/move', { ...back, to: 'held' })).data
    const refused = await record(again, { attendance: attended(12, 21), votes: [counted(ids[0]!, 12, 0, 0)] })
    expect(refused.data.fields[`votes.${ids[0]}`]).toContain('应到人员 21 人（不含回避）的三分之二以上，即 14 票')
  })

  test('are not counted where the charter has none, and nothing is asked of who was there', async () => {
    const { ids, ...of } = await met(1, 'secretariat')
    const refused = await record(of, { attendance, votes: unanimous(ids) })
    expect([refused.code, refused.msg]).toEqual([400, '这类会议不逐项计票，不能填写票数'])
    expect((await record(of, {})).code).toBe(200)
    expect(await detail(of.id)).toMatchObject({ attendance: null, agenda: [{ votes: null, outcome: 'pass' }] })
  })

  test('are told to staff in the history of an application, and not to the applicant', async () => {
    const company = await applied(site, reviewer)
    const of = await metOn([company.id])
    const [item] = (await detail(of.id)).agenda
    expect((await record(of, { attendance, votes: [counted(item.itemId, 38, 1, 1)] })).code).toBe(200)
    const { timeline } = (await clerk.get('/staff/review/detail', { id: company.id })).data
    expect(timeline.map(({ votes }: { votes: string }) => votes).filter(Boolean)).toEqual(['同意 38、反对 1、弃权 1'])
    const own = (await company.api.get('/member/application/detail', { id: company.id })).data
    expect(own.timeline.at(-1)).toMatchObject({ opinion: '理事会通过' })
    expect(JSON.stringify(own)).not.toContain('反对')
    expect((await detail(of.id)).announcements[0].html).not.toContain('同意')
  })
})

describe('the rule of a kind of meeting', () => {
  test('is checked before it is kept', async () => {
    const wrong = await changeRule('理事会', { quorum: '3/2', majority: '1/3', ballot: null, entitled: 45.5 })
    expect(wrong.data.fields).toEqual({
      quorum: '出席比例不能超过 1，例如 2/3',
      majority: '不能低于 1/2：少于一半的不是多数',
      ballot: '请选择表决方式',
      entitled: '应到人数应为整数',
    })
    for (const quorum of ['0/3', '2/0', '三分之二'])
      expect((await changeRule('理事会', { quorum })).data.fields.quorum, quorum).toContain('例如 2/3')
    const half = await changeRule('理事会', { majority: '1/2', majorityHow: 'atLeast' })
    expect(half.data.fields.majorityHow).toContain('刚好一半不是多数')
  })

  test('may ask for more than a share: exactly that many are then not enough', async () => {
    expect((await changeRule('理事会', { quorumHow: 'moreThan', majorityHow: 'moreThan' })).code).toBe(200)
    const { ids, ...of } = await met(1)
    expect((await detail(of.id)).rule).toMatchObject({
      quorum: { isStrict: true },
      vote: { majority: { isStrict: true } },
    })
    const refused = await record(of, { attendance: attended(30), votes: unanimous(ids, attended(30)) })
    expect(refused.msg).toContain('没有超过章程规定的三分之二（至少 31 人）')
    expect((await record(of, { attendance: attended(31), votes: unanimous(ids, attended(31)) })).code).toBe(200)
    await changeRule('理事会', { quorumHow: 'atLeast', majorityHow: 'atLeast' })
  })

  test('does not rewrite what was held under another, and holds for what is held later', async () => {
    const { ids, ...before } = await met(1)
    const { version } = await ruleOf('理事会')
    expect((await changeRule('理事会', { quorum: '4/5', publishesVotes: 'yes' })).code).toBe(200)
    const late = await clerk.post('/staff/record/save', {
      type: 'meetingRule',
      id: 1,
      version,
      form: (await ruleOf('理事会')).values,
    })
    expect(late.code).toBe(409)
    const asBefore = await record(before, { attendance: attended(30), votes: unanimous(ids, attended(30)) })
    expect(asBefore.code).toBe(200)
    const shown = await detail(before.id)
    expect(shown.rule.quorum).toEqual({ numerator: 2, denominator: 3, isStrict: false })
    expect(shown.announcements[0].html).not.toContain('同意')

    const { ids: later, ...after } = await met(1)
    const refused = await record(after, { attendance: attended(30), votes: unanimous(later, attended(30)) })
    expect(refused.msg).toContain('不足章程规定的五分之四（36 人）')
    expect((await record(after, { attendance, votes: unanimous(later) })).code).toBe(200)
    expect((await detail(after.id)).announcements[0].html).toContain('<td>同意 40、反对 0、弃权 0</td>')
    await changeRule('理事会', { quorum: '2/3', publishesVotes: 'no' })
  })
})
