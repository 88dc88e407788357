import { and, eq, or } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Parsed } from '#lib/contract.ts'
import { addDays } from '#lib/dates.ts'
import { conflict, invalidFields } from '#lib/error.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { isSamePerson } from '#modules/posts/rules.ts'
import { checkAppointment, readSetting } from '#modules/posts/server/appointing.ts'
import { isInForce } from '#modules/posts/server/bodies.ts'
import { appointment, post, term } from '#modules/posts/server/tables.ts'
import type { candidateInput } from '../candidateContract.ts'
import { consentNames, MAX_CANDIDATES, reviewNames } from '../electionWords.ts'
import { candidatesFault } from '../rules.ts'
import type { staffElectionsContract } from '../staffContract.ts'
import {
  type Candidate,
  type Contest,
  type Election,
  findCandidate,
  lockElection,
  lockSeen,
  movedOf,
  moveElection,
  named,
  nameOfContest,
  readCandidates,
  readContests,
  readObjections,
  readVoters,
  refuseUnless,
  todayOf,
  type Voter,
  writeElection,
} from './elections.ts'
import { askConsent, tellCandidates, tellNomination } from './notices.ts'
import { electionCandidate } from './tables.ts'

type Given<K extends keyof typeof staffElectionsContract> = Parsed<(typeof staffElectionsContract)[K]>
export type NewCandidate = z.output<typeof candidateInput>

export async function openNominations(ctx: Ctx, seen: Given<'POST /staff/election/openNominations'>) {
  const of = await lockSeen(ctx, seen)
  refuseUnless(of, 'roll')
  if (todayOf(ctx) <= of.rollUntil!) throw conflict(`名册公布到 ${of.rollUntil}，期满后才能开始提名`)
  const open = (await readObjections(ctx, of.id)).filter(({ state }) => state === 'open').length
  if (open > 0) throw conflict(`还有 ${open} 件异议没有处理`)
  if ((await readContests(ctx, of.id)).length === 0) throw conflict('请先设置名额')
  const nominationUntil = addDays(todayOf(ctx), of.rules.nominationDays)
  const after = await moveElection(
    ctx,
    of,
    'openNominations',
    { state: 'nominating', nominationUntil },
    { 提名截止: nominationUntil },
  )
  await tellNomination(
    ctx,
    after,
    (await readVoters(ctx, of.id)).filter(({ isEntitled }) => isEntitled),
  )
  return movedOf(after)
}

export async function postNames({ db }: Pick<Ctx, 'db'>): Promise<(id: number) => string> {
  const names = new Map(
    (await db.select({ id: post.id, name: post.name }).from(post)).map(({ id, name }) => [id, name]),
  )
  return id => names.get(id) ?? ''
}

/** Whether somebody holds a post in the body on the last day of the term that ends. */
async function isInBody(ctx: Pick<Ctx, 'db'>, of: Election, who: NewCandidate): Promise<boolean> {
  const held = await ctx.db
    .select({ of: appointment })
    .from(appointment)
    .leftJoin(term, eq(term.id, appointment.termId))
    .where(and(eq(appointment.bodyId, of.bodyId), eq(appointment.personName, who.personName), isInForce(of.termEnds)))
  const holder = {
    personName: who.personName,
    bornMonth: who.bornMonth ?? null,
    mobileHash: null,
    organisationId: who.organisationId ?? null,
    organisationName: who.organisationName,
  }
  return held.some(row => isSamePerson(row.of, holder))
}

/** The organisation that is meant, by its number or by its whole name; names that are not on record stay words. */
async function findCompany({ db }: Pick<Ctx, 'db'>, { organisationId, organisationName }: NewCandidate) {
  if (!organisationId && !organisationName) return undefined
  const which = organisationId ? eq(organisation.id, organisationId) : eq(organisation.name, organisationName)
  const [found] = await db.select({ id: organisation.id, name: organisation.name }).from(organisation).where(which)
  return found
}

type Nominator = { voter?: Voter; name: string }

/** Proposes somebody. Whoever is proposed is asked at once, where their organisation has an account. */
export async function nominate(
  ctx: Ctx,
  electionId: number,
  given: NewCandidate,
  by: Nominator,
): Promise<{ id: number }> {
  const of = await lockElection(ctx, electionId)
  refuseUnless(of, 'nominating')
  if (by.voter && todayOf(ctx) > of.nominationUntil!) throw conflict(`提名已于 ${of.nominationUntil} 截止`)
  const contest = (await readContests(ctx, of.id)).find(({ id }) => id === given.contestId)
  const candidates = await readCandidates(ctx, of.id)
  const company = await findCompany(ctx, given)
  const organisationId = company?.id ?? null
  const own = candidates.filter(({ nominatorId }) => by.voter && nominatorId === by.voter.id).length
  const same = candidates.find(
    one =>
      one.contestId === given.contestId &&
      one.personName === given.personName &&
      one.organisationId === organisationId &&
      (company || one.organisationName === given.organisationName),
  )
  const wrong = {
    ...(!contest && { contestId: '请选择职务' }),
    ...(given.organisationId && !company && { organisationId: '没有这家单位' }),
    ...(!given.organisationId && !given.organisationName && { organisationName: '请填写所在单位' }),
    ...(by.voter &&
      contest &&
      contest.groupCode !== '' &&
      contest.groupCode !== by.voter.groupCode && {
        contestId: `${contest.groupName}的名额由该组提名`,
      }),
    ...(by.voter &&
      own >= of.rules.nominationsPerVoter && {
        personName:
          of.rules.nominationsPerVoter === 0
            ? '按选举办法，候选人由有关机构提名'
            : `最多提名 ${of.rules.nominationsPerVoter} 人，已提名 ${own} 人`,
      }),
    ...(same && { personName: `${same.nominatorName}已提名${same.personName}` }),
    ...(candidates.length >= MAX_CANDIDATES && { personName: `最多 ${MAX_CANDIDATES} 人` }),
  }
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
  const [login] = company
    ? await ctx.db
        .select({ id: account.id })
        .from(account)
        .where(
          and(eq(account.organisationId, company.id), eq(account.kind, 'organisation'), eq(account.status, 'active')),
        )
        .limit(1)
    : []
  const [made] = await ctx.db
    .insert(electionCandidate)
    .values({
      ...given,
      organisationId,
      organisationName: company ? '' : given.organisationName,
      accountId: login?.id ?? null,
      nominatorId: by.voter?.id ?? null,
      nominatorName: by.name,
      isReelected: await isInBody(ctx, of, { ...given, organisationId }),
      createdAt: ctx.now,
    })
    .returning()
  await writeElection(ctx, of, {})
  const postName = (await postNames(ctx))(contest!.postId)
  await recordChange(ctx, {
    action: 'election.nominate',
    ...named(of),
    before: {},
    after: { 候选人: given.personName, 职务: nameOfContest(postName, contest!), 提名: by.name },
  })
  if (organisationId !== null)
    await askConsent(ctx, of, { organisationId, personName: given.personName, postName, nominatorName: by.name })
  return { id: made!.id }
}

/** Notes whether a candidate agrees. Before the vote they may still change their mind. */
export async function noteConsent(ctx: Ctx, electionId: number, candidateId: number, agrees: boolean, by: string) {
  const of = await lockElection(ctx, electionId)
  // A name written in on the slips is asked when it is elected.
  const { of: candidate } = await findCandidate(ctx, of.id, candidateId)
  if (candidate.outcome === 'elected') refuseUnless(of, 'voting', 'decided')
  else refuseUnless(of, 'nominating', 'candidates')
  const consent = agrees ? 'given' : 'declined'
  await ctx.db
    .update(electionCandidate)
    .set({ consent, consentBy: by, consentAt: ctx.now })
    .where(eq(electionCandidate.id, candidateId))
  const after = await writeElection(ctx, of, {})
  await recordChange(ctx, {
    action: 'election.consent',
    ...named(of),
    before: { [candidate.personName]: consentNames[candidate.consent] },
    after: { [candidate.personName]: `${consentNames[consent]}（${by}）` },
  })
  return movedOf(after)
}

/** An id that no term has: the new term is not on record before its appointments are made. */
const COMING_TERM = -1

/** What stands against the appointment of candidates, by candidate: faults of the rules of their post. */
export async function readFaults(
  ctx: Pick<Ctx, 'db' | 'encryption'>,
  of: Election,
  candidates: readonly Candidate[],
  contests: readonly Contest[],
) {
  const setting = await readSetting(ctx)
  const coming = {
    id: COMING_TERM,
    bodyId: of.bodyId,
    number: of.termNumber,
    fromDay: of.termFrom,
    toDay: of.termTo,
    decision: '',
  }
  const terms = of.termId === null ? [...setting.terms, coming] : setting.terms
  const faults = new Map<number, { sentence: string; isExcusable: boolean }[]>()
  for (const candidate of candidates) {
    const contest = contests.find(({ id }) => id === candidate.contestId)!
    const checked = await checkAppointment(
      ctx,
      { ...personOf(candidate), postId: contest.postId, termId: of.termId ?? COMING_TERM, fromDay: of.termFrom },
      { ...setting, terms },
    )
    const errors = Object.values(checked.errors).map(sentence => ({ sentence, isExcusable: false }))
    const broken = checked.faults.map(({ sentence, isExcusable }) => ({ sentence, isExcusable }))
    faults.set(candidate.id, [...errors, ...broken])
  }
  return faults
}

export const personOf = ({
  personName,
  sex,
  bornMonth,
  organisationId,
  organisationName,
  position,
  accountId,
}: Candidate) => ({
  personName,
  sex,
  bornMonth,
  organisationId,
  organisationName,
  position,
  accountId,
})

/** Puts a person on the list of candidates, or not. What breaks a rule from which there are no exceptions is refused. */
export async function reviewCandidate(
  ctx: Ctx,
  { candidateId, accepts, reason, ...seen }: Given<'POST /staff/election/review'>,
) {
  const of = await lockSeen(ctx, seen)
  const { of: candidate } = await findCandidate(ctx, of.id, candidateId)
  if (candidate.outcome === 'elected') refuseUnless(of, 'voting', 'decided')
  else refuseUnless(of, 'nominating')
  if (accepts) {
    const faults = (await readFaults(ctx, of, [candidate], await readContests(ctx, of.id))).get(candidate.id)!
    const fixed = faults.filter(({ isExcusable }) => !isExcusable)
    const counting = of.committee.find(
      ({ name, duty }) => name === candidate.personName && (duty === 'teller' || duty === 'scrutineer'),
    )
    const wrong = {
      ...(candidate.consent !== 'given' && { candidateId: `${candidate.personName}没有同意，不能列入` }),
      ...(fixed.length > 0 && { candidateId: fixed.map(({ sentence }) => sentence).join('；') }),
      ...(counting && { candidateId: `${candidate.personName}是监票人或计票人，请先在工作机构中更换` }),
      ...(faults.length > fixed.length &&
        !reason && {
          reason: `${faults.map(({ sentence }) => sentence).join('；')}。章程允许例外；仍要列入的，请写明理由`,
        }),
    }
    if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
  } else if (!reason) throw invalidFields({ reason: '请写明未列入的理由' })
  const review = accepts ? 'accepted' : 'refused'
  await ctx.db
    .update(electionCandidate)
    .set({ review, reviewReason: reason })
    .where(eq(electionCandidate.id, candidateId))
  const after = await writeElection(ctx, of, {})
  await recordChange(ctx, {
    action: 'election.review',
    ...named(of),
    before: { [candidate.personName]: reviewNames[candidate.review] },
    after: { [candidate.personName]: [reviewNames[review], reason].filter(Boolean).join('：') },
  })
  return movedOf(after)
}

/** Candidates that can be voted for: on the list, and still willing. */
export const isStanding = ({ review, consent }: Pick<Candidate, 'review' | 'consent'>) =>
  review === 'accepted' && consent === 'given'

/** Returns what is wrong with the lists of candidates, in sentences; empty if they are in order. */
export function listFaults(
  of: Election,
  contests: readonly Contest[],
  candidates: readonly Candidate[],
  nameOfPost: (id: number) => string,
): string[] {
  return contests.flatMap(contest => {
    const standing = candidates.filter(one => one.contestId === contest.id && isStanding(one))
    const fault = candidatesFault(of.rules, contest.seats, standing.length)
    return fault ? [`${nameOfContest(nameOfPost(contest.postId), contest)}：${fault}`] : []
  })
}

export async function publishCandidates(ctx: Ctx, seen: Given<'POST /staff/election/publishCandidates'>) {
  const of = await lockSeen(ctx, seen)
  refuseUnless(of, 'nominating')
  const candidates = await readCandidates(ctx, of.id)
  const pending = candidates.filter(({ review, consent }) => review === 'pending' && consent !== 'declined')
  const faults = [
    ...(todayOf(ctx) <= of.nominationUntil! ? [`提名到 ${of.nominationUntil} 为止，期满后才能公布`] : []),
    ...(pending.length > 0
      ? [
          `还有 ${pending.length} 人没有审查：${pending
            .slice(0, 5)
            .map(({ personName }) => personName)
            .join('、')}`,
        ]
      : []),
    ...listFaults(of, await readContests(ctx, of.id), candidates, await postNames(ctx)),
  ]
  if (faults.length > 0) throw conflict(faults.join('；'))
  const candidatesUntil = addDays(todayOf(ctx), of.rules.candidateDays)
  const standing = candidates.filter(isStanding)
  const after = await moveElection(
    ctx,
    of,
    'publishCandidates',
    { state: 'candidates', candidatesUntil },
    { 候选人: standing.length, 公布至: candidatesUntil },
  )
  await tellCandidates(
    ctx,
    after,
    (await readVoters(ctx, of.id)).filter(({ isEntitled }) => isEntitled),
  )
  return movedOf(after)
}

/** Takes the list back, so that further persons can be proposed; the days of publication begin anew. */
export async function reopenNominations(
  ctx: Ctx,
  { reason, ...seen }: Given<'POST /staff/election/reopenNominations'>,
) {
  const of = await lockSeen(ctx, seen)
  refuseUnless(of, 'candidates')
  const nominationUntil = addDays(todayOf(ctx), of.rules.nominationDays)
  const set = { state: 'nominating', nominationUntil, candidatesUntil: null } as const
  return movedOf(await moveElection(ctx, of, 'reopenNominations', set, { 原因: reason, 提名截止: nominationUntil }))
}

type Owned = { accountId: AnyPgColumn; organisationId: AnyPgColumn }

/** Whoever is signed in, and which rows with an account and an organisation are about them. */
export async function readSelf(ctx: Ctx) {
  const { accountId } = signedInActor(ctx)
  const [own] = await ctx.db
    .select({ organisationId: account.organisationId, name: account.displayName })
    .from(account)
    .where(eq(account.id, accountId))
  const { organisationId, name } = own!
  return {
    accountId,
    name,
    owns: (row: { accountId: number | null; organisationId: number | null }) =>
      row.accountId === accountId || (organisationId !== null && row.organisationId === organisationId),
    isIn: (table: Owned) =>
      organisationId === null
        ? eq(table.accountId, accountId)
        : or(eq(table.accountId, accountId), eq(table.organisationId, organisationId)),
  }
}
