import { and, count, eq, inArray, ne, notInArray } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { conflict, invalidFields } from '#lib/error.ts'
import { actingAccount, type Ctx } from '#lib/server/api/context.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { readBodies, readPosts, readTerms } from '#modules/posts/server/bodies.ts'
import { delayFault } from '../calendar.ts'
import { dutyNames } from '../electionWords.ts'
import { shareSeats } from '../shares.ts'
import type { staffElectionsContract } from '../staffContract.ts'
import {
  type Election,
  keepNextStep,
  lockSeen,
  movedOf,
  named,
  nameOfContest,
  readContests,
  readVoters,
  refuseUnless,
  rulesOfBody,
  writeElection,
} from './elections.ts'
import { election, electionCandidate, electionContest, electionVoter } from './tables.ts'

type Given<K extends keyof typeof staffElectionsContract> = Parsed<(typeof staffElectionsContract)[K]>

const wordsOf = (of: Election) => ({
  名称: of.title,
  本届届满: of.termEnds,
  新一届: of.termNumber,
  任期起: of.termFrom,
  任期止: of.termTo ?? '',
  投票日: of.votesOn ?? '',
  地点: of.place,
  报告日期: of.reportedOn ?? '',
})

/** Begins the election of a body, or changes what it says of its days and its term. */
export async function saveElection(ctx: Ctx, { id, version, ...given }: Given<'POST /staff/election/save'>) {
  const bodies = await readBodies(ctx)
  const of = bodies.find(one => one.id === given.bodyId)
  const before = id === undefined ? undefined : await lockSeen(ctx, { id, version })
  if (before) refuseUnless(before, 'preparing', 'roll', 'nominating', 'candidates')
  const rules = before?.rules ?? (await rulesOfBody(ctx, given.bodyId))
  const terms = (await readTerms(ctx)).filter(term => term.bodyId === given.bodyId)
  const late = given.votesOn && delayFault(rules, given.termEnds, given.votesOn)
  const sameTerm = terms.find(({ number }) => number === given.termNumber)
  const wrong = {
    ...(!of && { bodyId: '请选择机构' }),
    ...(of?.kind === 'assembly' && { bodyId: '会员大会由全体会员组成，不需要选举' }),
    ...(of?.isEnded && { bodyId: `“${of.name}”已终止` }),
    ...(!bodies.some(one => one.id === given.votingBodyId) && { votingBodyId: '请选择由谁选举' }),
    ...(before && before.bodyId !== given.bodyId && { bodyId: '选举开始后不能更换机构' }),
    ...(before &&
      before.state !== 'preparing' &&
      before.votingBodyId !== given.votingBodyId && { votingBodyId: '名册已冻结，不能更换' }),
    ...(given.termFrom <= given.termEnds && { termFrom: `应晚于本届届满日 ${given.termEnds}` }),
    ...(given.termTo && given.termTo <= given.termFrom && { termTo: '应晚于任期起' }),
    ...(sameTerm && { termNumber: `${given.termNumber}已登记（${sameTerm.fromDay} 起）` }),
    ...(late && { votesOn: late }),
  }
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
  if (!before) {
    const open = await ctx.db
      .select({ id: election.id, title: election.title })
      .from(election)
      .where(and(eq(election.bodyId, given.bodyId), notInArray(election.state, ['confirmed', 'cancelled'])))
    if (open[0]) throw conflict(`“${open[0].title}”还没有办完，一个机构同时只办一次换届选举`)
    const made = { ...given, rules, createdBy: actingAccount(ctx), createdAt: ctx.now, updatedAt: ctx.now }
    const [row] = await ctx.db.insert(election).values(made).returning()
    await record(ctx, { action: 'election.add', ...named(row!), after: wordsOf(row!) })
    return movedOf(await keepNextStep(ctx, row!))
  }
  const after = await writeElection(ctx, before, given)
  await recordChange(ctx, { action: 'election.edit', ...named(after), before: wordsOf(before), after: wordsOf(after) })
  return movedOf(after)
}

/** Sets the committee. Who is a candidate does not sit on it. */
export async function saveCommittee(ctx: Ctx, { committee, ...seen }: Given<'POST /staff/election/committee'>) {
  const before = await lockSeen(ctx, seen)
  refuseUnless(before, 'preparing', 'roll', 'nominating', 'candidates', 'voting')
  const names = committee.map(({ name }) => name)
  const candidates = await ctx.db
    .select({ personName: electionCandidate.personName })
    .from(electionCandidate)
    .innerJoin(electionContest, eq(electionContest.id, electionCandidate.contestId))
    .where(
      and(
        eq(electionContest.electionId, before.id),
        eq(electionCandidate.review, 'accepted'),
        inArray(electionCandidate.personName, ['', ...names]),
      ),
    )
  const wrong: Record<string, string> = {}
  committee.forEach(({ name, duty }, i) => {
    // A member may be proposed for the body; tellers must not count their own votes.
    if (duty !== 'head' && duty !== 'member' && candidates.some(({ personName }) => personName === name))
      wrong[`committee.${i}.name`] = `${name}是候选人，不能担任${dutyNames[duty]}`
    if (names.indexOf(name) < i && committee.findIndex(one => one.name === name && one.duty === duty) < i)
      wrong[`committee.${i}.name`] = `${name}已是${dutyNames[duty]}`
  })
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
  const after = await writeElection(ctx, before, { committee })
  const words = ({ committee }: Election) => ({
    工作机构: committee.map(({ name, duty }) => `${name}（${dutyNames[duty]}）`).join('、'),
  })
  await recordChange(ctx, { action: 'election.committee', ...named(after), before: words(before), after: words(after) })
  return movedOf(after)
}

const wordsOfContests = (
  contests: { postId: number; seats: number; groupName: string }[],
  names: Map<number, string>,
) => ({
  名额: contests.map(of => `${nameOfContest(names.get(of.postId) ?? '', of)} ${of.seats}`).join('、'),
})

/** Sets the places to be filled, until candidates are published. A place that has candidates stays. */
export async function saveContests(ctx: Ctx, { contests, ...seen }: Given<'POST /staff/election/contests'>) {
  const before = await lockSeen(ctx, seen)
  refuseUnless(before, 'preparing', 'roll', 'nominating')
  const posts = (await readPosts(ctx)).filter(({ bodyId }) => bodyId === before.bodyId)
  const groups = new Map((await readVoters(ctx, before.id)).map(({ groupCode, groupName }) => [groupCode, groupName]))
  const known = await readContests(ctx, before.id)
  const wrong: Record<string, string> = {}
  contests.forEach(({ postId, groupCode }, i) => {
    const post = posts.find(({ id }) => id === postId)
    if (!post) wrong[`contests.${i}.postId`] = '请选择这个机构的职务'
    else if (post.isRetired) wrong[`contests.${i}.postId`] = '这个职务已停用'
    if (groupCode && !groups.has(groupCode)) wrong[`contests.${i}.groupCode`] = '名册上没有这个组'
    if (contests.findIndex(one => one.postId === postId && one.groupCode === groupCode) < i)
      wrong[`contests.${i}.postId`] = '已有这一项名额'
  })
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
  const isSame = (one: { postId: number; groupCode: string }) => (other: { postId: number; groupCode: string }) =>
    one.postId === other.postId && one.groupCode === other.groupCode
  const gone = known.filter(one => !contests.some(isSame(one)))
  const [held] = await ctx.db
    .select({ n: count() })
    .from(electionCandidate)
    .where(inArray(electionCandidate.contestId, [0, ...gone.map(({ id }) => id)]))
  if (held!.n > 0) throw conflict('要去掉的名额已有人被提名，不能去掉')
  await ctx.db.delete(electionContest).where(
    inArray(
      electionContest.id,
      gone.map(({ id }) => id),
    ),
  )
  for (const [sort, { postId, seats, groupCode }] of contests.entries()) {
    const row = { electionId: before.id, postId, seats, groupCode, groupName: groups.get(groupCode) ?? '', sort }
    await ctx.db
      .insert(electionContest)
      .values(row)
      .onConflictDoUpdate({
        target: [electionContest.electionId, electionContest.postId, electionContest.groupCode],
        set: { seats, sort },
      })
  }
  const after = await writeElection(ctx, before, {})
  const names = new Map(posts.map(({ id, name }) => [id, name]))
  const now = await readContests(ctx, before.id)
  await recordChange(ctx, {
    action: 'election.contests',
    ...named(after),
    before: wordsOfContests(known, names),
    after: wordsOfContests(now, names),
  })
  return movedOf(after)
}

/** Shares the places of delegates out among the groups of the roll; changes nothing. */
export async function proposeShares(ctx: Ctx, { id, places, fewest }: Given<'GET /staff/election/shares'>) {
  const rows = await ctx.db
    .select({ code: electionVoter.groupCode, name: electionVoter.groupName, size: count() })
    .from(electionVoter)
    .where(and(eq(electionVoter.electionId, id), eq(electionVoter.isEntitled, true), ne(electionVoter.groupCode, '')))
    .groupBy(electionVoter.groupCode, electionVoter.groupName)
    .orderBy(electionVoter.groupCode)
  const { seats, tied, seatsLeft } = shareSeats(rows, places, fewest)
  return {
    groups: rows.map(group => ({ ...group, seats: seats.get(group.code) ?? 0, isTied: tied.includes(group) })),
    seatsLeft,
  }
}
