import { and, asc, eq, inArray } from 'drizzle-orm'
import { addDays, dayOf, iso, startOf } from '#lib/dates.ts'
import type { Services } from '#lib/server/api/context.ts'
import { actingAs } from '#modules/accounts/server/demo.ts'
import { rank, totalOf } from '#modules/awards/rounds/ranking.ts'
import { openRound } from '#modules/awards/rounds/server/opening.ts'
import { choosePanel } from '#modules/awards/rounds/server/panel.ts'
import { saveRound } from '#modules/awards/rounds/server/planning.ts'
import { awardPanel, awardRound, awardRoundEntry, awardScore } from '#modules/awards/rounds/server/tables.ts'
import type { Criterion } from '#modules/awards/rules.ts'
import { awardCall, awardEntry, awardKind, type Call } from '#modules/awards/server/tables.ts'
import { employersOf } from '#modules/experts/server/conflicts.ts'
import { expert } from '#modules/experts/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'

type Loading = Services & { now: Date }

export async function demoRounds(loading: Loading) {
  await scoring(loading)
  await ended(loading)
}

/**
 * Round of this year's projects. One expert has a demo account, and is recused from the project of a former employer.
 */
async function scoring(loading: Loading) {
  const call = await callOf(loading, 'science')
  const entries = await entriesIn(loading, call, ['scoring'])
  if (entries.length === 0) return
  const ctx = await actingAs(loading, 'awards', 4)
  const made = await saveRound(ctx, {
    callId: call.id,
    name: '初评',
    kind: 'online',
    dueOn: addDays(dayOf(loading.now), 8),
    place: '',
    entryIds: entries.map(({ id }) => id),
  })
  const [leader, ...members] = await expertsCalled(loading, ['沈怀瑾', '杭一鸣', '路遥知', '张伟'])
  const chosen = await choosePanel(ctx, {
    id: made.id,
    version: made.version,
    reason: '',
    experts: [
      { expertId: leader!, role: 'leader' },
      ...members.map(expertId => ({ expertId, role: 'member' as const })),
    ],
  })
  await openRound(ctx, chosen)
  // The leader has finished, another has begun.
  const totals = [88, 82, 79]
  for (const [i, { id }] of entries.entries())
    await write(loading, { roundId: made.id, entryId: id, expertId: leader!, call, total: totals[i % 3]! })
  await write(loading, { roundId: made.id, entryId: entries[0]!.id, expertId: members[0]!, call, total: 85 })
}

/** Totals of the experts by the resulting score. */
const given: Record<string, number[]> = { '91.5': [90, 92, 92.5], '86.333': [85, 87, 87], '62.667': [60, 62, 66] }

/** The reports, before the committee since. */
async function ended(loading: Loading) {
  const { db } = loading
  const call = await callOf(loading, 'report')
  const entries = await entriesIn(loading, call, ['deciding', 'noticed', 'rejected'])
  const totalsOf = ({ score }: (typeof entries)[number]) => given[String(score)] ?? []
  const ranked = rank(entries.map(entry => ({ id: entry.id, totals: totalsOf(entry) })))
  if (ranked.length === 0) return
  const at = new Date(loading.now.getTime() - 98 * 86_400_000)
  const [round] = await db
    .insert(awardRound)
    .values({
      callId: call.id,
      name: '专家评审',
      kind: 'online',
      dueOn: dayOf(at),
      state: 'closed',
      closedAt: at,
      version: 4,
      actorName: '江砚秋',
      createdAt: startOf(addDays(dayOf(at), -20)),
      updatedAt: at,
    })
    .returning()
  const roundId = round!.id
  const experts = await expertsCalled(loading, ['沈怀瑾', '杭一鸣', '邢若谷'])
  const employers = await employersOf(loading, experts)
  await db.insert(awardPanel).values(
    experts.map((expertId, i) => ({
      roundId,
      expertId,
      role: i === 0 ? ('leader' as const) : ('member' as const),
      employers: employers.get(expertId) ?? [],
      declaredAt: startOf(addDays(dayOf(at), -14)),
    })),
  )
  for (const [i, { id, score, rank: place, scores }] of ranked.entries()) {
    const entry = entries.find(one => one.id === id)!
    const isChosen = entry.levelProposed !== null
    await db.insert(awardRoundEntry).values({
      roundId,
      entryId: id,
      place: i + 1,
      score,
      rank: place,
      scores,
      levelCode: entry.levelProposed,
      verdict: isChosen ? 'propose' : 'reject',
      reason: isChosen ? '' : '得分未达到授奖的分数线。',
    })
    await db.update(awardEntry).set({ rank: place }).where(eq(awardEntry.id, id))
    for (const [j, total] of totalsOf(entry).entries()) {
      await db.insert(awardScore).values({ roundId, entryId: id, expertId: experts[j]! })
      await write({ ...loading, now: at }, { roundId, entryId: id, expertId: experts[j]!, call, total })
    }
  }
}

async function callOf({ db }: Loading, code: string): Promise<Call> {
  const rows = await db
    .select({ call: awardCall })
    .from(awardCall)
    .innerJoin(awardKind, eq(awardKind.id, awardCall.kindId))
    .where(eq(awardKind.code, code))
    .orderBy(asc(awardCall.year))
  return rows.at(-1)!.call
}

async function entriesIn({ db }: Loading, call: Call, states: ('scoring' | 'deciding' | 'noticed' | 'rejected')[]) {
  const rows = await db
    .select({ entry: awardEntry })
    .from(awardEntry)
    .innerJoin(application, eq(application.id, awardEntry.applicationId))
    .where(and(eq(awardEntry.callId, call.id), inArray(application.state, states)))
    .orderBy(asc(awardEntry.id))
  return rows.map(row => row.entry)
}

async function expertsCalled({ db }: Loading, names: readonly string[]): Promise<number[]> {
  const rows = await db
    .select()
    .from(expert)
    .where(inArray(expert.name, [...names]))
  return names.map(name => rows.find(one => one.name === name)!.id)
}

type Score = { roundId: number; entryId: number; expertId: number; call: Call; total: number }

/** Handed in by its expert, who has signed the declaration. */
async function write({ db, now }: Loading, { roundId, entryId, expertId, call, total }: Score) {
  const { criteria } = call.rules
  const points = pointsOf(criteria, total)
  const comment = total < 60 || total > 95 ? '评语见会议记录。' : '资料完整，结论可信。'
  const submitted = [{ points, total: totalOf(criteria, points), comment, at: iso(now) }]
  await db
    .update(awardScore)
    .set({ points, total, comment, submitted, submittedAt: now, version: 3, updatedAt: now })
    .where(and(eq(awardScore.roundId, roundId), eq(awardScore.entryId, entryId), eq(awardScore.expertId, expertId)))
  const own = and(eq(awardPanel.roundId, roundId), eq(awardPanel.expertId, expertId))
  await db.update(awardPanel).set({ declaredAt: now }).where(own)
}

/** Distributes a total of 100 over the criteria in proportion; the last one takes the remainder. */
function pointsOf(criteria: readonly Criterion[], total: number): Record<string, number> {
  let left = total
  return Object.fromEntries(
    criteria.map(({ code, max }, i) => {
      const points = i === criteria.length - 1 ? left : Math.floor((total * max) / 100)
      left = Math.round((left - points) * 10) / 10
      return [code, points]
    }),
  )
}
