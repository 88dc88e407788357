import { desc, eq, inArray } from 'drizzle-orm'
import { forbidden, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import type { electionsContract } from '../contract.ts'
import {
  consentNames,
  electionStateNames,
  objectionKindNames,
  objectionStateNames,
  outcomeName,
  reviewNames,
} from '../electionWords.ts'
import { ruleSentences } from '../rules.ts'
import { companyNames } from './confirming.ts'
import {
  type Candidate,
  type Election,
  findElection,
  nameOfContest,
  readCandidates,
  readContests,
  readObjections,
  readVoters,
  todayOf,
  type Voter,
} from './elections.ts'
import { isStanding, nominate, postNames, readSelf } from './nominations.ts'
import { addObjection } from './roll.ts'
import { election, electionCandidate, electionContest, electionVoter } from './tables.ts'
import { answerNomination } from './voting.ts'

type Self = Awaited<ReturnType<typeof readSelf>>

async function readOwn(ctx: Ctx, of: Election, self: Self) {
  const [voters, candidates] = [await readVoters(ctx, of.id), await readCandidates(ctx, of.id)]
  const voter = voters.find(self.owns)
  const proposed = candidates.filter(self.owns)
  return { voters, candidates, voter, proposed }
}

/** Elections are the business of whoever is on the roll, or is proposed; others do not learn of them. */
async function findOwn(ctx: Ctx, id: number) {
  const of = await findElection(ctx, id)
  const self = await readSelf(ctx)
  const own = await readOwn(ctx, of, self)
  if ((!own.voter && own.proposed.length === 0) || of.state === 'preparing') throw notFound('没有这次换届选举')
  return { of, self, ...own }
}

const canAnswer = (of: Election, one: Candidate) =>
  one.outcome === 'elected'
    ? of.state === 'voting' || of.state === 'decided'
    : of.state === 'nominating' ||
      (of.state === 'candidates' && one.review === 'accepted' && one.consent !== 'declined')

const isObjecting = (ctx: Ctx, of: Election) => of.state === 'roll' && todayOf(ctx) <= of.rollUntil!
const isProposing = (ctx: Ctx, of: Election, voter: Voter | undefined) =>
  voter?.isEntitled === true && of.state === 'nominating' && todayOf(ctx) <= of.nominationUntil!

function todoOf(ctx: Ctx, of: Election, voter: Voter | undefined, proposed: readonly Candidate[]): string {
  if (proposed.some(one => one.consent === 'asked' && canAnswer(of, one))) return '请答复提名'
  if (isObjecting(ctx, of)) return `请核对名册，异议截止 ${of.rollUntil}`
  if (isProposing(ctx, of, voter)) return `可以提名，截止 ${of.nominationUntil}`
  if (of.state === 'candidates') return of.votesOn ? `投票日 ${of.votesOn}` : '等待投票'
  return ''
}

const rowOf = (ctx: Ctx, of: Election, voter: Voter | undefined, proposed: readonly Candidate[]) => ({
  id: of.id,
  title: of.title,
  state: of.state,
  stateName: electionStateNames[of.state],
  votesOn: of.votesOn,
  todo: todoOf(ctx, of, voter, proposed),
})

async function list(ctx: Ctx) {
  const self = await readSelf(ctx)
  const onRoll = ctx.db.select({ id: electionVoter.electionId }).from(electionVoter).where(self.isIn(electionVoter))
  const asked = ctx.db
    .select({ id: electionContest.electionId })
    .from(electionCandidate)
    .innerJoin(electionContest, eq(electionContest.id, electionCandidate.contestId))
    .where(self.isIn(electionCandidate))
  const ids = [...(await onRoll), ...(await asked)].map(({ id }) => id)
  const rows = await ctx.db
    .select()
    .from(election)
    .where(inArray(election.id, ids))
    .orderBy(desc(election.id))
    .limit(50)
  const shown = await Promise.all(
    rows
      .filter(({ state }) => state !== 'preparing')
      .map(async of => {
        const { voter, proposed } = await readOwn(ctx, of, self)
        return rowOf(ctx, of, voter, proposed)
      }),
  )
  return { list: shown }
}

async function detail(ctx: Ctx, id: number) {
  const { of, self, voters, candidates, voter, proposed } = await findOwn(ctx, id)
  const contests = await readContests(ctx, id)
  const nameOfPost = await postNames(ctx)
  const nameOf = new Map(contests.map(contest => [contest.id, nameOfContest(nameOfPost(contest.postId), contest)]))
  const companyOf = await companyNames(ctx, candidates)
  const own = voter ? candidates.filter(({ nominatorId }) => nominatorId === voter.id) : []
  const isPublished = ['candidates', 'voting', 'decided', 'confirmed'].includes(of.state)
  const objections = (await readObjections(ctx, id)).filter(
    one => one.byAccountId === self.accountId || one.state !== 'open',
  )
  return {
    ...rowOf(ctx, of, voter, proposed),
    place: of.place,
    sentences: ruleSentences(of.rules),
    rollUntil: of.rollUntil,
    nominationUntil: of.nominationUntil,
    candidatesUntil: of.candidatesUntil,
    canObject: isObjecting(ctx, of),
    nominationsLeft: isProposing(ctx, of, voter) ? Math.max(0, of.rules.nominationsPerVoter - own.length) : 0,
    isVoter: voter?.isEntitled ?? false,
    contests: contests.map(({ id, seats }) => ({ id, name: nameOf.get(id)!, seats })),
    // The own row is what everybody checks first.
    roll: voters
      .toSorted((one, other) => Number(self.owns(other)) - Number(self.owns(one)))
      .map(row => ({
        id: row.id,
        name: row.name,
        personName: row.personName,
        groupName: row.groupName,
        isEntitled: row.isEntitled,
        // Why somebody else has no vote, such as a debt, is not everybody's.
        reason: self.owns(row) ? row.reason : '',
        isOwn: self.owns(row),
      })),
    objections: objections.map(one => ({
      id: one.id,
      about: one.about,
      kindName: objectionKindNames[one.kind],
      stateName: objectionStateNames[one.state],
      decision: one.decision,
    })),
    nominations: [...new Set([...proposed, ...own])].map(one => ({
      id: one.id,
      personName: one.personName,
      contestName: nameOf.get(one.contestId)!,
      nominatorName: one.nominatorName,
      isOwn: self.owns(one),
      consent: one.consent,
      consentName: consentNames[one.consent],
      reviewName: reviewNames[one.review],
      canAnswer: self.owns(one) && canAnswer(of, one),
    })),
    candidates: isPublished
      ? candidates.filter(isStanding).map(one => ({
          id: one.id,
          contestName: nameOf.get(one.contestId)!,
          personName: one.personName,
          companyName: companyOf(one),
          position: one.position,
          introduction: one.introduction,
          outcomeName: of.state === 'confirmed' ? outcomeName(one) : '',
        }))
      : [],
  }
}

export const electionsHandlers: Handlers<typeof electionsContract> = {
  'GET /app/election/list': ctx => list(ctx),
  'GET /app/election/detail': (ctx, { id }) => detail(ctx, id),
  'POST /app/election/object': (ctx, { id, ...given }) =>
    inTransaction(ctx, async tx => {
      const { self, voter, of } = await findOwn(tx, id)
      return addObjection(tx, of.id, { ...given, byAccountId: self.accountId, byName: voter?.name ?? self.name })
    }),
  'POST /app/election/nominate': (ctx, { id, ...given }) =>
    inTransaction(ctx, async tx => {
      const { of, voter } = await findOwn(tx, id)
      if (!voter?.isEntitled) throw forbidden('有选举权的才能提名')
      return nominate(tx, of.id, given, { voter, name: voter.name })
    }),
  'POST /app/election/consent': (ctx, { id, candidateId, agrees }) =>
    inTransaction(ctx, async tx => {
      const { of, self, proposed } = await findOwn(tx, id)
      if (!proposed.some(one => one.id === candidateId)) throw forbidden('只能答复对本单位人员的提名')
      return answerNomination(tx, of.id, candidateId, agrees, self.name)
    }),
}
