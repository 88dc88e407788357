import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { conflict, invalid, invalidFields, notFound } from '#lib/error.ts'
import { actingAccount, type Ctx } from '#lib/server/api/context.ts'
import { neededOf } from '#lib/share.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { ballotStateNames } from '../ballotWords.ts'
import { type CountedVote, countVotes, type Groups } from '../counting/count.ts'
import { countDifferences, paperFaults, plainCount } from '../counting/paperCounts.ts'
import { canonicalJson } from '../protocol/bytes.ts'
import { isVote, type Vote } from '../protocol/secretVote.ts'
import { importRegistrarKey } from '../protocol/votingRight.ts'
import { answers as answersSchema } from '../questionContract.ts'
import type { staffBallotsContract } from '../staffContract.ts'
import { type Ballot, findBallot, lockBallot, named, readRoll, refuseUnless, writeBallot } from './ballots.ts'
import { findBallotUse } from './ballotUses.ts'
import { refuseOthers } from './drafting.ts'
import { readEnvelopes, readNamedVotes } from './publishing.ts'
import { ballotEnvelope, ballotPaperCount, ballotVote, ballotVoter } from './tables.ts'

type Given<K extends keyof typeof staffBallotsContract> = Parsed<(typeof staffBallotsContract)[K]>

/** Closes an open ballot, for good: no right is given out and no vote taken from now on. */
export async function closeBallot(ctx: Ctx, of: Ballot, reason = ''): Promise<Ballot> {
  refuseUnless(of, 'open')
  if (ctx.now < of.closesAt && !reason)
    throw invalid('还没有到截止时间，提前截止请写明原因', { reason: '提前截止请写明原因' })
  await shuffleEnvelopes(ctx, of)
  await forgetLetters(ctx, of)
  // Without its private keys the registrar cannot give out a right any more, not even to whoever holds the server.
  const after = await writeBallot(ctx, of, { state: 'closed', registrarSealed: null })
  await recordChange(ctx, {
    action: 'ballot.close',
    ...named(of),
    ...(reason && { detail: { 原因: reason } }),
    before: { 状态: ballotStateNames.open },
    after: { 状态: ballotStateNames.closed },
  })
  return after
}

/** Tokens of printed letters are kept no longer than they open the ballot. */
const forgetLetters = ({ db }: Ctx, { id }: Ballot) =>
  db
    .update(ballotVoter)
    .set({ letterSealed: null })
    .where(and(eq(ballotVoter.ballotId, id), isNotNull(ballotVoter.letterSealed)))

/** Writes the envelopes anew in the order of their random keys: a table keeps its rows in the order in which they came. */
async function shuffleEnvelopes({ db }: Ctx, of: Ballot): Promise<void> {
  const envelopes = await readEnvelopes({ db }, of)
  await db.delete(ballotEnvelope).where(eq(ballotEnvelope.ballotId, of.id))
  for (let from = 0; from < envelopes.length; from += 500)
    await db
      .insert(ballotEnvelope)
      .values(envelopes.slice(from, from + 500).map(envelope => ({ ...envelope, ballotId: of.id })))
}

export async function voidBallot(ctx: Ctx, of: Ballot, reason: string): Promise<Ballot> {
  refuseUnless(of, 'open', 'closed', 'counted')
  const after = await writeBallot(ctx, of, { state: 'void', voidReason: reason, registrarSealed: null })
  await forgetLetters(ctx, of)
  await recordChange(ctx, {
    action: 'ballot.void',
    ...named(of),
    before: { 状态: ballotStateNames[of.state] },
    after: { 状态: ballotStateNames.void, 原因: reason },
  })
  await findBallotUse(of)?.voided?.(ctx, after)
  return after
}

export const readPaperCounts = ({ db }: Pick<Ctx, 'db'>, { id }: Pick<Ballot, 'id'>) =>
  db
    .select({ of: ballotPaperCount, tellerName: account.displayName })
    .from(ballotPaperCount)
    .innerJoin(account, eq(account.id, ballotPaperCount.tellerId))
    .where(eq(ballotPaperCount.ballotId, id))
    .orderBy(asc(ballotPaperCount.id))

/** Differences of the two counts; undefined: there are not two. */
export function differencesOf(of: Ballot, counts: Awaited<ReturnType<typeof readPaperCounts>>): string[] | undefined {
  const [one, other] = counts
  return one && other && countDifferences(of.questions, one.of.count, other.of.count)
}

/** Keeps what a teller counted on paper. Two tellers count, each for themselves; either may correct their own. */
export async function savePaperCount(ctx: Ctx, { id, count: given }: Given<'POST /staff/ballot/paperCount'>) {
  const of = await lockBallot(ctx, id)
  refuseUnless(of, 'closed')
  if (!of.means.includes('paper')) throw conflict('这次投票没有纸质选票')
  const count = plainCount(of.questions, given)
  const faults = paperFaults(of.questions, count, (await readRoll(ctx, of)).paperUnits)
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
  const tellerId = actingAccount(ctx)!
  const others = (await readPaperCounts(ctx, of)).filter(row => row.of.tellerId !== tellerId)
  if (others.length > 1) throw conflict(`已由 ${others.map(({ tellerName }) => tellerName).join('、')}两人计数`)
  const [other] = others
  if (other && (await isSamePerson(ctx, tellerId, other.of.tellerId)))
    throw conflict(`${other.tellerName}已填写，两个账号属于同一个人：另一份须由另一个人填写`)
  await ctx.db
    .insert(ballotPaperCount)
    .values({ ballotId: id, tellerId, count, at: ctx.now })
    .onConflictDoUpdate({ target: [ballotPaperCount.ballotId, ballotPaperCount.tellerId], set: { count, at: ctx.now } })
  await record(ctx, {
    action: 'ballot.paperCount',
    ...named(of),
    detail: { 有效票: count.cast, 无效票: count.rejected },
  })
  const differences = differencesOf(of, await readPaperCounts(ctx, of))
  return { isAgreed: differences?.length === 0, differences: differences ?? [] }
}

/** Takes the count of a teller out who cannot come back to settle a difference; what it said stays in the log. */
export async function discardPaperCount(
  ctx: Ctx,
  { id, countId, reason }: Given<'POST /staff/ballot/discardCount'>,
): Promise<void> {
  const of = await lockBallot(ctx, id)
  await refuseOthers(ctx, of)
  refuseUnless(of, 'closed')
  const found = (await readPaperCounts(ctx, of)).find(row => row.of.id === countId)
  if (!found) throw notFound('没有这份计数，可能已撤下')
  await ctx.db.delete(ballotPaperCount).where(eq(ballotPaperCount.id, countId))
  await recordChange(ctx, {
    action: 'ballot.discardCount',
    ...named(of),
    before: { [`${found.tellerName}的计数`]: JSON.stringify(found.of.count) },
    after: { [`${found.tellerName}的计数`]: `撤下：${reason}` },
  })
}

/** Whether two accounts are of one person: a company's account that a member's own login owns, or two of one person. */
async function isSamePerson({ db }: Pick<Ctx, 'db'>, one: number, other: number): Promise<boolean> {
  const rows = await db
    .select({ id: account.id, ownerId: account.ownerId, personId: account.personId })
    .from(account)
    .where(inArray(account.id, [one, other]))
  const [first, second] = rows
  if (!first || !second) return false
  return (
    (first.ownerId ?? first.id) === (second.ownerId ?? second.id) ||
    (first.personId !== null && first.personId === second.personId)
  )
}

export async function readSealed(ctx: Ctx, id: number) {
  const of = await findBallot(ctx, id)
  if (of.secrecy !== 'secret') throw conflict('记名投票没有密封的选票')
  refuseUnless(of, 'closed')
  return { envelopes: await readEnvelopes(ctx, of) }
}

type Opened = Pick<Given<'POST /staff/ballot/count'>, 'votes' | 'spoiled' | 'groups'>

/** Counts a closed ballot and publishes its result. */
export async function countBallot(ctx: Ctx, of: Ballot, { votes: texts, spoiled, groups }: Opened): Promise<Ballot> {
  refuseUnless(of, 'closed')
  refuseUnknownGroups(of, groups)
  const paper = of.means.includes('paper') ? await agreedPaperCount(ctx, of) : null
  const opened = of.secrecy === 'secret' ? await readOpened(ctx, of, texts, spoiled) : []
  if (opened.length > 0) await writeVotes(ctx, of, opened)
  const votes: CountedVote[] =
    of.secrecy === 'secret' ? opened.map(({ answers }) => ({ weight: 1, answers })) : await readNamedVotes(ctx, of)
  const roll = await readRoll(ctx, of)
  const counted = countVotes({ questions: of.questions, roll: roll.units, groups }, votes, paper ?? undefined)
  const isQuorate = !of.quorum || counted.cast + counted.rejected >= neededOf(of.quorum, roll.units)
  const result = { ...counted, isQuorate }
  const after = await writeBallot(ctx, of, { state: 'counted', groups, paper, spoiled, result })
  await recordChange(ctx, {
    action: 'ballot.count',
    ...named(of),
    before: { 状态: ballotStateNames.closed },
    after: {
      状态: ballotStateNames.counted,
      有效票: counted.cast,
      无效票: counted.rejected,
      打不开的信封: spoiled.length,
    },
  })
  await findBallotUse(of)?.counted(ctx, after, result)
  return after
}

function refuseUnknownGroups({ questions }: Ballot, groups: Groups): void {
  const unknown = Object.keys(groups).filter(id => !questions.some(question => question.id === id && question.writeIns))
  if (unknown.length > 0) throw invalid('归并的姓名不属于任何问题', { groups: '归并的姓名不属于任何问题' })
}

async function agreedPaperCount(ctx: Ctx, of: Ballot) {
  const counts = await readPaperCounts(ctx, of)
  const differences = differencesOf(of, counts)
  if (!differences) throw conflict(`纸质选票须由两名计票员各自计数，现在有 ${counts.length} 份`)
  if (differences.length > 0) throw conflict(`两名计票员的计数不一致：${differences.join('；')}`)
  return counts[0]!.of.count
}

/** Checks what the tellers have opened: each vote by its signature, all by their number. */
async function readOpened(ctx: Ctx, of: Ballot, texts: readonly string[], spoiled: readonly string[]): Promise<Vote[]> {
  const envelopes = await readEnvelopes(ctx, of)
  const receipts = new Set(envelopes.map(({ receipt }) => receipt))
  const foreign = spoiled.filter(receipt => !receipts.has(receipt))
  if (foreign.length > 0 || new Set(spoiled).size < spoiled.length)
    throw invalid('打不开的信封有误', { spoiled: `没有这些回执的信封：${foreign.join('、')}` })
  if (texts.length + spoiled.length !== envelopes.length)
    throw invalid(`收到 ${envelopes.length} 个信封，交来 ${texts.length} 张选票、${spoiled.length} 个打不开的，合不上`)
  if (texts.length === 0) return []
  const registrar = await importRegistrarKey(of.voteKey!)
  const votes = texts.map(readVote)
  const keys = new Set<string>()
  for (const [i, vote] of votes.entries()) {
    if (!vote || !(await isVote(of.key, registrar, vote))) throw invalid(`第 ${i + 1} 张选票的签名不符`)
    if (keys.has(vote.key)) throw invalid(`第 ${i + 1} 张选票重复`)
    keys.add(vote.key)
  }
  return votes.map(vote => vote!)
}

function readVote(text: string): Vote | undefined {
  try {
    const { key, certificate, signature, answers } = JSON.parse(text)
    const read = answersSchema.safeParse(answers)
    // What was signed is counted, in the very form in which it was signed.
    if (!read.success || canonicalJson(read.data) !== canonicalJson(answers)) return undefined
    return { key: String(key), certificate: String(certificate), signature: String(signature), answers }
  } catch {
    return undefined
  }
}

/** Writes opened votes in the order of their random keys. */
async function writeVotes({ db }: Ctx, { id }: Ballot, votes: readonly Vote[]): Promise<void> {
  const inOrder = votes.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  for (let from = 0; from < inOrder.length; from += 500)
    await db.insert(ballotVote).values(inOrder.slice(from, from + 500).map(vote => ({ ...vote, ballotId: id })))
}

export const countReceived = async ({ db }: Pick<Ctx, 'db'>, of: Ballot): Promise<number> =>
  of.secrecy === 'secret'
    ? db.$count(ballotEnvelope, and(eq(ballotEnvelope.ballotId, of.id)))
    : (await readNamedVotes({ db }, of)).length
