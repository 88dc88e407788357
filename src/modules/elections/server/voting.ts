import { eq, inArray, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { conflict, invalidFields, notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { MAX_NAME } from '#modules/ballots/ballotWords.ts'
import type { PublishedBallot } from '#modules/ballots/published.ts'
import type { Ballot } from '#modules/ballots/server/ballots.ts'
import { defineBallotUse } from '#modules/ballots/server/ballotUses.ts'
import { createBallot, type NewVoter, writeRoll } from '#modules/ballots/server/drafting.ts'
import { ballot } from '#modules/ballots/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import { roundKindNames } from '../electionWords.ts'
import { type Next, nextOf, questionOf, settleByMembership, tieNames } from '../rules.ts'
import type { staffElectionsContract } from '../staffContract.ts'
import {
  type Candidate,
  type Contest,
  type Election,
  findElection,
  isElected,
  lockElection,
  lockSeen,
  movedOf,
  moveElection,
  named,
  nameOfContest,
  readCandidates,
  readContests,
  readRounds,
  readVoters,
  refuseUnless,
  todayOf,
  type Voter,
  writeElection,
} from './elections.ts'
import { isStanding, listFaults, noteConsent, postNames } from './nominations.ts'
import { electionCandidate, electionContest, electionRound } from './tables.ts'

type Given<K extends keyof typeof staffElectionsContract> = Parsed<(typeof staffElectionsContract)[K]>

const USE = 'election'
const questionId = ({ id }: Pick<Contest, 'id'>) => `c${id}`
const optionId = ({ id }: Pick<Candidate, 'id'>) => `n${id}`

/** Rounds with their ballots, earliest first; one whose ballot was declared void never was. */
export async function readBallots(ctx: Pick<Ctx, 'db'>, electionId: number) {
  const rounds = await readRounds(ctx, electionId)
  const ids = rounds.map(({ ballotId }) => ballotId)
  const ballots = new Map((await ctx.db.select().from(ballot).where(inArray(ballot.id, ids))).map(of => [of.id, of]))
  return rounds
    .map(round => ({ round, ballot: ballots.get(round.ballotId)! }))
    .filter(({ ballot }) => ballot.state !== 'void')
}
export type BallotRound = Awaited<ReturnType<typeof readBallots>>[number]

export type ContestState = {
  contest: Contest
  standing: Candidate[]
  elected: Candidate[]
  tied: Candidate[]
  seatsLeft: number
  /** Undefined: a ballot about it is not counted yet. */
  next: Next | undefined
}

/** How far each kind of place is. An invalid ballot, in which too few took part, counts as none. */
export function contestStates(
  of: Election,
  contests: readonly Contest[],
  candidates: readonly Candidate[],
  rounds: readonly BallotRound[],
): ContestState[] {
  return contests.map(contest => {
    const own = candidates.filter(({ contestId }) => contestId === contest.id)
    const elected = own.filter(isElected)
    const tied = own.filter(({ outcome }) => outcome === 'tied')
    const others = own.filter(one => isStanding(one) && one.outcome !== 'elected')
    const asked = rounds.filter(({ ballot }) => ballot.questions.some(({ id }) => id === questionId(contest)))
    const isRunning = asked.some(({ ballot }) => ballot.state !== 'counted')
    const round = asked.filter(({ ballot }) => ballot.result?.isQuorate).length
    const seatsLeft = contest.seats - elected.length - contest.vacant
    const isAsked = asked.length > 0 || of.state === 'voting'
    const next =
      isRunning || !isAsked
        ? undefined
        : nextOf(of.rules, { round, tied: tied.length, seatsLeft, others: others.length })
    return { contest, standing: own.filter(isStanding), elected, tied, seatsLeft, next }
  })
}

export async function readContestStates(ctx: Pick<Ctx, 'db'>, of: Election): Promise<ContestState[]> {
  return contestStates(
    of,
    await readContests(ctx, of.id),
    await readCandidates(ctx, of.id),
    await readBallots(ctx, of.id),
  )
}

type Asking = { contest: Contest; candidates: Candidate[]; seats: number; isRunOff: boolean }

/** Who stands in the next ballot for each kind of place, and for how many places. */
function asking(of: Election, states: readonly ContestState[]): Asking[] {
  if (of.state === 'candidates')
    return states.map(({ contest, standing }) => ({
      contest,
      candidates: standing,
      seats: contest.seats,
      isRunOff: false,
    }))
  return states.flatMap(({ contest, standing, tied, seatsLeft, next }): Asking[] => {
    if (next === 'runOff') return [{ contest, candidates: tied, seats: seatsLeft, isRunOff: true }]
    if (next !== 'repeat') return []
    return [
      {
        contest,
        candidates: standing.filter(({ outcome }) => outcome !== 'elected'),
        seats: seatsLeft,
        isRunOff: false,
      },
    ]
  })
}

/**
 * Prepares the ballots of the next round: one for each group of voters, with a question for each of its posts. They are
 * opened on the screens of ballots, with a second person.
 */
export async function prepareBallots(
  ctx: Ctx,
  { means, opensAt, closesAt, ...seen }: Given<'POST /staff/election/ballots'>,
) {
  const of = await lockSeen(ctx, seen)
  refuseUnless(of, 'candidates', 'voting')
  const nameOfPost = await postNames(ctx)
  const states = await readContestStates(ctx, of)
  if (of.state === 'candidates') await refuseEarly(ctx, of, states, opensAt, nameOfPost)
  const asked = asking(of, states)
  if (asked.length === 0) throw conflict('现在没有要投票的名额：有的投票还没有计票，或者已经选满')
  const rounds = await readBallots(ctx, of.id)
  const voters = (await readVoters(ctx, of.id)).filter(({ isEntitled }) => isEntitled)
  for (const groupCode of new Set(asked.map(({ contest }) => contest.groupCode))) {
    const contests = asked.filter(({ contest }) => contest.groupCode === groupCode)
    const number = rounds.filter(({ round }) => round.groupCode === groupCode).length + 1
    const kind = number === 1 ? 'first' : contests.every(({ isRunOff }) => isRunOff) ? 'runOff' : 'repeat'
    const group = voters.filter(voter => groupCode === '' || voter.groupCode === groupCode)
    if (group.length === 0) throw conflict(`${contests[0]!.contest.groupName}没有选举人`)
    const title = [of.title, contests[0]!.contest.groupName, kind === 'first' ? '' : roundKindNames[kind]]
      .filter(Boolean)
      .join('　')
    const made = await createBallot(
      ctx,
      {
        title,
        explanation: [
          of.place && of.votesOn ? `${of.votesOn}，${of.place}` : '',
          ...contests.map(one => furtherBallotWords(of, one, nameOfPost)),
        ]
          .filter(Boolean)
          .join('\n'),
        secrecy: 'secret',
        means,
        opensAt: new Date(opensAt),
        closesAt: new Date(closesAt),
        quorum: of.rules.quorum,
        questions: contests.map(({ contest, candidates, seats, isRunOff }) =>
          questionOf(
            of.rules,
            {
              id: questionId(contest),
              title: `选举${nameOfContest(nameOfPost(contest.postId), contest)}，${
                isRunOff ? `从得票相同的 ${candidates.length} 人中选 ${seats} 名` : `应选 ${seats} 名`
              }`,
              seats,
              round: number,
            },
            optionsOf(candidates),
          ),
        ),
      },
      { kind: USE, ref: String(of.id) },
    )
    await writeRoll(ctx, made, group.map(voterOf))
    await ctx.db.insert(electionRound).values({ electionId: of.id, number, kind, groupCode, ballotId: made.id })
  }
  if (of.state === 'voting') return movedOf(await writeElection(ctx, of, {}))
  const when = minute(iso(new Date(opensAt)))
  return movedOf(await moveElection(ctx, of, 'ballots', { state: 'voting' }, { 开始: when }))
}

/** What voters have to know of a further ballot: why it is held, who stands in it, and who is elected already. */
function furtherBallotWords(
  of: Election,
  { contest, candidates, seats, isRunOff }: Asking,
  nameOfPost: (id: number) => string,
): string {
  if (of.state === 'candidates') return ''
  const post = nameOfContest(nameOfPost(contest.postId), contest)
  const [first] = candidates
  const why = isRunOff
    ? `${candidates.map(({ personName }) => personName).join('、')}得票相同（${first?.units ?? 0} 票），只在他们之中选 ${seats} 名`
    : `名额 ${contest.seats} 名，还有 ${seats} 名没有选出；已当选的不再列入`
  return `${post}：${why}。${of.rules.laterRoundsByMost ? '这一次得票多的当选。' : ''}`
}

async function refuseEarly(
  ctx: Ctx,
  of: Election,
  states: readonly ContestState[],
  opensAt: string,
  nameOfPost: (id: number) => string,
) {
  const [contests, candidates] = [states.map(({ contest }) => contest), await readCandidates(ctx, of.id)]
  const faults = [
    ...(todayOf({ now: new Date(opensAt) }) <= of.candidatesUntil!
      ? [`候选人公布到 ${of.candidatesUntil}，期满后才能投票`]
      : []),
    ...listFaults(of, contests, candidates, nameOfPost),
  ]
  if (faults.length > 0) throw invalidFields({ opensAt: faults.join('；') })
}

/** Options of a question; namesakes are told apart by their organisation. */
function optionsOf(candidates: readonly Candidate[]) {
  return candidates.map(of => {
    const isNamesake = candidates.some(other => other.id !== of.id && other.personName === of.personName)
    const { personName, organisationName, position } = of
    const mark = organisationName || position || String(of.id)
    return { id: optionId(of), name: (isNamesake ? `${personName}（${mark}）` : personName).slice(0, MAX_NAME) }
  })
}

const voterOf = ({ key, name, weight, accountId }: Voter): NewVoter => ({ key, name, weight, accountId })

defineBallotUse(USE, {
  nameOf: async (ctx, ref) => {
    const { id, title } = await findElection(ctx, Number(ref))
    return { name: title, route: `/staff/elections/${id}` }
  },
  counted: takeResult,
  voided: undoResult,
})

/** Takes over what was counted, in the transaction in which the ballot is counted. */
async function takeResult(ctx: Ctx, of: Ballot, result: PublishedBallot['result']): Promise<void> {
  const held = await lockElection(ctx, Number(of.useRef))
  refuseUnless(held, 'voting')
  await writeOutcomes(ctx, held, result, await readContests(ctx, held.id))
  await settleVacancies(ctx, held)
}

/** Writes what a ballot decided about these kinds of places. */
async function writeOutcomes(
  ctx: Ctx,
  held: Election,
  result: PublishedBallot['result'],
  contests: readonly Contest[],
): Promise<void> {
  if (!result.isQuorate) return
  const candidates = await readCandidates(ctx, held.id)
  for (const { id, options } of result.questions) {
    const contest = contests.find(one => questionId(one) === id)
    if (!contest) continue
    for (const option of options) {
      const outcome = option.isElected ? 'elected' : option.isTied ? 'tied' : 'lost'
      const candidate =
        candidates.find(one => optionId(one) === option.id) ??
        candidates.find(one => !option.id && one.contestId === contest.id && one.personName === option.name)
      if (candidate)
        await ctx.db
          .update(electionCandidate)
          .set({ outcome, units: option.units, settlement: '' })
          .where(eq(electionCandidate.id, candidate.id))
      else if (outcome !== 'lost') await addWrittenIn(ctx, contest, option.name, { outcome, units: option.units })
    }
  }
}

/** A ballot that was counted is void: what it decided is undone, what others decided stands. */
async function undoResult(ctx: Ctx, of: Ballot): Promise<void> {
  if (!of.result) return
  const held = await lockElection(ctx, Number(of.useRef))
  if (held.state === 'cancelled') return
  refuseUnless(held, 'voting', 'decided')
  const asked = (await readContests(ctx, held.id)).filter(one => of.questions.some(({ id }) => id === questionId(one)))
  const ids = asked.map(({ id }) => id)
  await ctx.db.update(electionContest).set({ vacant: 0, vacantReason: '' }).where(inArray(electionContest.id, ids))
  await ctx.db
    .update(electionCandidate)
    .set({ outcome: null, units: null, settlement: '' })
    .where(inArray(electionCandidate.contestId, ids))
  for (const { ballot } of await readBallots(ctx, held.id))
    if (ballot.result) await writeOutcomes(ctx, held, ballot.result, asked)
  await moveElection(ctx, held, 'ballotVoid', { state: 'voting' }, { 投票: of.title })
}

/** Notes whether somebody agrees. A place that its winner turns down is open again. */
export async function answerNomination(ctx: Ctx, electionId: number, candidateId: number, agrees: boolean, by: string) {
  const moved = await noteConsent(ctx, electionId, candidateId, agrees, by)
  const of = await findElection(ctx, electionId)
  if (of.state !== 'voting' && of.state !== 'decided') return moved
  return movedOf(await settleVacancies(ctx, of))
}

/** A name written in comes onto the list once it has won a place; the person is asked and reviewed then. */
const addWrittenIn = (
  ctx: Ctx,
  { id }: Contest,
  personName: string,
  set: { outcome: 'elected' | 'tied'; units: number },
) =>
  ctx.db
    .insert(electionCandidate)
    .values({ contestId: id, personName, nominatorName: '选票上另写', createdAt: ctx.now, ...set })

/** Leaves places empty where the rules have no further ballot, and ends the vote when nothing is open any more. */
async function settleVacancies(ctx: Ctx, of: Election): Promise<Election> {
  for (const { contest, next, seatsLeft } of await readContestStates(ctx, of))
    if (next === 'vacant')
      await ctx.db
        .update(electionContest)
        .set({ vacant: seatsLeft, vacantReason: '按选举办法不再投票，仍未选满' })
        .where(eq(electionContest.id, contest.id))
  const states = await readContestStates(ctx, of)
  if (states.some(({ next }) => next !== 'done'))
    return of.state === 'decided' ? moveElection(ctx, of, 'reopened', { state: 'voting' }) : writeElection(ctx, of, {})
  if (of.state === 'decided') return writeElection(ctx, of, {})
  const elected = states.reduce((sum, one) => sum + one.elected.length, 0)
  return moveElection(ctx, of, 'decided', { state: 'decided' }, { 当选: elected })
}

async function readMemberSince(ctx: Pick<Ctx, 'db'>, tied: readonly Candidate[]) {
  const ids = tied.flatMap(({ organisationId }) => organisationId ?? [])
  const rows = await ctx.db
    .select({ id: member.organisationId, joinedOn: member.joinedOn })
    .from(member)
    .where(inArray(member.organisationId, ids))
  const days = new Map(rows.map(({ id, joinedOn }) => [id, joinedOn]))
  return tied.map(({ id, organisationId }) => ({
    id,
    memberSince: organisationId === null ? null : (days.get(organisationId) ?? null),
  }))
}

/** Settles a tie at the last place by the rule of the charter: by longer membership where that decides, else by lot. */
export async function settleTie(
  ctx: Ctx,
  { contestId, winners, note, ...seen }: Given<'POST /staff/election/settleTie'>,
) {
  const of = await lockSeen(ctx, seen)
  refuseUnless(of, 'voting')
  const state = (await readContestStates(ctx, of)).find(({ contest }) => contest.id === contestId)
  if (!state) throw notFound('没有这项名额')
  if (state.next !== 'tie') throw conflict('这项名额没有要这样决定的票数相同')
  const { tied, seatsLeft } = state
  const byDays =
    of.rules.tie === 'membership' ? settleByMembership(await readMemberSince(ctx, tied), seatsLeft) : undefined
  const chosen = byDays ?? winners
  const wrong = {
    ...(!byDays &&
      (new Set(winners).size !== seatsLeft || winners.some(id => !tied.some(one => one.id === id))) && {
        winners: `请从票数相同的 ${tied.length} 人中选出抽中的 ${seatsLeft} 人`,
      }),
    ...(!byDays && !note && { note: '请写明怎样抽签、谁在场' }),
  }
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
  const settlement = byDays ? tieNames.membership : `抽签：${note}`
  for (const one of tied)
    await ctx.db
      .update(electionCandidate)
      .set({ outcome: chosen.includes(one.id) ? 'elected' : 'lost', settlement })
      .where(eq(electionCandidate.id, one.id))
  const names = (ids: readonly number[]) =>
    tied
      .filter(({ id }) => ids.includes(id))
      .map(({ personName }) => personName)
      .join('、')
  await recordChange(ctx, {
    action: 'election.settleTie',
    ...named(of),
    before: { 票数相同: names(tied.map(({ id }) => id)) },
    after: { 当选: names(chosen), 依据: settlement },
  })
  return movedOf(await settleVacancies(ctx, of))
}

/** Units and turnout of a round for papers and screens. */
export async function readTurnout({ db }: Pick<Ctx, 'db'>, ballotId: number) {
  const { rows } = await db.execute<{ voters: number; took: number }>(sql`
    select count(*)::int as voters, count(took_part)::int as took
    from ballot_voter where ballot_id = ${ballotId} and struck_reason = ''`)
  return rows[0]!
}
