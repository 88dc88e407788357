import { daysBetween, iso } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { ballotStateNames } from '#modules/ballots/ballotWords.ts'
import { readBodies, readPosts, readTerms } from '#modules/posts/server/bodies.ts'
import { calendarOf, type StepCode } from '../calendar.ts'
import { consentNames, objectionKindNames, objectionStateNames, outcomeName, reviewNames } from '../electionWords.ts'
import { type Next, ruleSentences, tieNames } from '../rules.ts'
import { companyNames } from './confirming.ts'
import {
  type Candidate,
  type Election,
  nameOfContest,
  readCandidates,
  readContests,
  readEntry,
  readObjections,
  readVoters,
  rulesOfBody,
  todayOf,
  toRow,
} from './elections.ts'
import { postNames, readFaults } from './nominations.ts'
import { isStepDone } from './steps.ts'
import { contestStates, readBallots, readTurnout } from './voting.ts'

export const nextNames: Record<Next, string> = {
  done: '已选满',
  tie: '票数相同，待决定',
  runOff: '票数相同，须再次投票',
  repeat: '名额未满，须再次投票',
  vacant: '暂缺',
}

export async function readChoices(ctx: Ctx) {
  const [bodies, posts, terms] = [await readBodies(ctx), await readPosts(ctx), await readTerms(ctx)]
  return {
    bodies: await Promise.all(
      bodies
        .filter(({ isEnded }) => !isEnded)
        .map(async ({ id, name, kind }) => {
          const last = terms.findLast(term => term.bodyId === id)
          return {
            id,
            name,
            isAssembly: kind === 'assembly',
            posts: posts
              .filter(({ bodyId, isRetired }) => bodyId === id && !isRetired)
              .map(({ id, name }) => ({ id, name })),
            term: last ? { number: last.number, toDay: last.toDay } : null,
            sentences: ruleSentences(await rulesOfBody(ctx, id)),
          }
        }),
    ),
  }
}

type Counts = { voters: number; excluded: number; candidates: number; elected: number }

/** The calendar with what was done of it, and how late the rest is. */
function stepsOf(of: Election, today: string, { voters, excluded, candidates, elected }: Counts) {
  const notes: Record<StepCode, string> = {
    committee: `${of.committee.length} 人`,
    report: `已于 ${of.reportedOn} 报告`,
    roll: `${of.rollDay} 的名册，有选举权 ${voters}，没有 ${excluded}；公布至 ${of.rollUntil}`,
    nomination: `截止 ${of.nominationUntil}`,
    candidates: `${candidates} 名，公布至 ${of.candidatesUntil}`,
    vote: `当选 ${elected} 人`,
    result: '公告已写成文章',
    filing: `已于 ${of.filedOn} 备案`,
  }
  return calendarOf(of.rules, of.termEnds, of.votesOn).map(({ code, ...step }) => {
    const isDone = isStepDone[code](of)
    const isOpen = !isDone && of.state !== 'cancelled'
    const daysLate = isOpen ? Math.max(0, daysBetween(step.latest, today)) : 0
    return { code, ...step, isDone, note: isDone ? notes[code] : '', daysLate }
  })
}

export async function readDetail(ctx: Ctx, id: number) {
  const entry = await readEntry(ctx, id)
  const { of } = entry
  const [contests, candidates, voters, rounds] = [
    await readContests(ctx, id),
    await readCandidates(ctx, id),
    await readVoters(ctx, id),
    await readBallots(ctx, id),
  ]
  const nameOfPost = await postNames(ctx)
  const nameOf = new Map(contests.map(contest => [contest.id, nameOfContest(nameOfPost(contest.postId), contest)]))
  const states = contestStates(of, contests, candidates, rounds)
  const bodies = await readBodies(ctx)
  const excluded = voters.filter(({ isEntitled }) => !isEntitled).length
  const elected = candidates.filter(({ outcome }) => outcome === 'elected').length
  const standing = states.reduce((sum, one) => sum + one.standing.length, 0)
  return {
    ...toRow(entry),
    version: of.version,
    bodyId: of.bodyId,
    votingBodyId: of.votingBodyId,
    votingBodyName: bodies.find(body => body.id === of.votingBodyId)?.name ?? '',
    termFrom: of.termFrom,
    termTo: of.termTo,
    place: of.place,
    reportedOn: of.reportedOn,
    filedOn: of.filedOn,
    sentences: ruleSentences(of.rules),
    tie: tieNames[of.rules.tie],
    steps: stepsOf(of, todayOf(ctx), { voters: entry.voters, excluded, candidates: standing, elected }),
    committee: of.committee,
    grouping: of.grouping,
    groups: [...new Map(voters.map(({ groupCode, groupName }) => [groupCode, groupName]))]
      .filter(([code]) => code !== '')
      .map(([code, name]) => ({ code, name })),
    rollDay: of.rollDay,
    rollUntil: of.rollUntil,
    nominationUntil: of.nominationUntil,
    candidatesUntil: of.candidatesUntil,
    excluded,
    onRoll: voters.length,
    posts: (await readPosts(ctx))
      .filter(({ bodyId, isRetired }) => bodyId === of.bodyId && !isRetired)
      .map(({ id, name }) => ({ id, name })),
    contests: states.map(({ contest, standing, elected, tied, seatsLeft, next }) => ({
      id: contest.id,
      postId: contest.postId,
      name: nameOf.get(contest.id)!,
      seats: contest.seats,
      groupCode: contest.groupCode,
      standing: standing.length,
      elected: elected.length,
      tied: tied.map(({ id, personName, units }) => ({ id, name: `${personName}（${units ?? 0} 票）` })),
      seatsLeft,
      vacant: contest.vacant,
      nextName: next ? nextNames[next] : '',
      isTied: next === 'tie',
      needsBallot: next === 'runOff' || next === 'repeat',
    })),
    objections: (await readObjections(ctx, id)).map(one => ({
      id: one.id,
      kind: one.kind,
      kindName: objectionKindNames[one.kind],
      isOnRoll: one.voterId !== null,
      about: one.about,
      content: one.content,
      byName: one.byName,
      at: iso(one.createdAt),
      state: one.state,
      stateName: objectionStateNames[one.state],
      decision: one.decision,
    })),
    candidates: await candidateRows(ctx, of, candidates, nameOf),
    ballots: await Promise.all(
      rounds.map(async ({ ballot }) => {
        const { voters, took } = await readTurnout(ctx, ballot.id)
        return {
          id: ballot.id,
          title: ballot.title,
          stateName: ballotStateNames[ballot.state],
          voters,
          tookPart: took,
          isQuorate: ballot.result?.isQuorate ?? null,
        }
      }),
    ),
    articleId: of.articleId,
    exceptionReason: of.exceptionReason,
    cancelReason: of.cancelReason,
  }
}

async function candidateRows(
  ctx: Ctx,
  of: Election,
  candidates: readonly Candidate[],
  nameOf: ReadonlyMap<number, string>,
) {
  const companyOf = await companyNames(ctx, candidates)
  const pending = candidates.filter(({ review }) => review === 'pending')
  const faults = await readFaults(ctx, of, pending, await readContests(ctx, of.id))
  return candidates.map(one => ({
    id: one.id,
    contestName: nameOf.get(one.contestId)!,
    personName: one.personName,
    companyName: companyOf(one),
    position: one.position,
    introduction: one.introduction,
    nominatorName: one.nominatorName,
    consent: one.consent,
    consentName: consentNames[one.consent],
    consentBy: one.consentBy,
    review: one.review,
    reviewName: reviewNames[one.review],
    reviewReason: one.reviewReason,
    isReelected: one.isReelected,
    units: one.units,
    outcome: one.outcome,
    outcomeName: outcomeName(one),
    settlement: one.settlement,
    faults: (faults.get(one.id) ?? []).map(({ sentence }) => sentence),
  }))
}
