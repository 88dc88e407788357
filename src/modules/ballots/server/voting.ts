import { createHash, randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { conflict, invalid, invalidFields, notFound } from '#lib/error.ts'
import { maskMobile } from '#lib/mask.ts'
import { readPasscode } from '#lib/passcode.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { CODE_LIFETIME_MS } from '#lib/server/outbox/queue.ts'
import { countCodeTo } from '#modules/accounts/server/codeCounts.ts'
import { defineCodePurpose } from '#modules/accounts/server/codePurposes.ts'
import { checkCode, makeCode, sendCode, spendCode } from '#modules/accounts/server/codes.ts'
import { hashToken } from '#modules/accounts/server/sessions.ts'
import { sendWechatCode, wechatsForCodes } from '#modules/wechat/server/codes.ts'
import { ballotStateNames } from '../ballotWords.ts'
import type { ballotContract } from '../contract.ts'
import { canonicalJson } from '../protocol/bytes.ts'
import { answerFaults, orderAnswers } from '../protocol/question.ts'
import { type Envelope, isEnvelope, receiptOf, sealedLength } from '../protocol/secretVote.ts'
import { importRegistrarKey } from '../protocol/votingRight.ts'
import { type Ballot, findBallot, findBallotByKey, readRoll, type Voter } from './ballots.ts'
import { namedReceipt } from './publishing.ts'
import { blindSign } from './registrar.ts'
import { ballot, ballotEnvelope, ballotNamedVote, ballotVoter } from './tables.ts'

type Endpoints = typeof ballotContract
type Given<K extends keyof Endpoints> = Parsed<Endpoints[K]>

const ballotCode = defineCodePurpose({ scene: 'ballot', name: '投票' })
/** How long a voter who has proved who they are may vote without a new code. */
const PASS_LIFE_MS = 86_400_000

export const summaryOf = (of: Ballot) => ({
  key: of.key,
  title: of.title,
  secrecy: of.secrecy,
  state: of.state,
  stateName: ballotStateNames[of.state],
  opensAt: iso(of.opensAt),
  closesAt: iso(of.closesAt),
})

async function findByToken(ctx: Ctx, typed: string): Promise<{ of: Ballot; voter: Voter }> {
  const [voter] = await ctx.db
    .select()
    .from(ballotVoter)
    .where(eq(ballotVoter.tokenHash, hashToken(readPasscode(typed))))
  if (!voter) throw notFound('口令不对，或者已有更新的口令：请用最近一次收到的')
  return { voter, of: await findBallot(ctx, voter.ballotId) }
}

/** Says that this voter has proved who they are. Sealed, so that nothing has to be kept of it. */
export const passOf = ({ encryption, now }: Ctx, { id }: Voter): string =>
  encryption.encrypt(JSON.stringify({ ballotVoter: id, until: now.getTime() + PASS_LIFE_MS }))

export async function findByPass(ctx: Ctx, pass: string): Promise<{ of: Ballot; voter: Voter }> {
  const id = voterInPass(ctx, pass)
  const [voter] = id === undefined ? [] : await ctx.db.select().from(ballotVoter).where(eq(ballotVoter.id, id))
  if (!voter) throw notFound('时间过长，请重新打开投票并输入口令')
  return { voter, of: await findBallot(ctx, voter.ballotId) }
}

function voterInPass({ encryption, now }: Ctx, pass: string): number | undefined {
  try {
    const said = JSON.parse(encryption.decrypt(pass))
    return typeof said.ballotVoter === 'number' && said.until > now.getTime() ? said.ballotVoter : undefined
  } catch {
    // Not sealed by this site.
    return undefined
  }
}

/**
 * Ways by which a code reaches a voter: the phone on the roll, and the WeChats bound to their account. Undefined: the
 * token is enough. Both ways share one code and its limits.
 */
async function waysOfCode(ctx: Ctx, { asksCode }: Ballot, { phoneSealed, accountId }: Voter) {
  if (!asksCode) return undefined
  const phone = phoneSealed === null ? undefined : ctx.encryption.decrypt(phoneSealed)
  const openids = accountId === null ? [] : await wechatsForCodes(ctx, accountId)
  if (phone === undefined && openids.length === 0) return undefined
  return { phone, openids, accountId, scope: { purpose: ballotCode, phone: phone ?? `account ${accountId}` } }
}

export async function enterBallot(ctx: Ctx, { token }: Given<'POST /ballot/enter'>) {
  const { of, voter } = await findByToken(ctx, token)
  const ways = await waysOfCode(ctx, of, voter)
  return {
    ...summaryOf(of),
    voterName: voter.name,
    codeTo: ways?.phone ? maskMobile(ways.phone) : null,
    codeByWechat: ways !== undefined && ways.openids.length > 0,
    pass: ways ? null : passOf(ctx, voter),
  }
}

export async function sendBallotCode(ctx: Ctx, { token, by }: Given<'POST /ballot/code'>) {
  const { of, voter } = await findByToken(ctx, token)
  const ways = await waysOfCode(ctx, of, voter)
  if (!ways) throw conflict('这次投票不用验证码')
  const { phone, openids, accountId, scope } = ways
  if (by === 'wechat' && openids.length === 0) throw conflict('没有绑定能收验证码的微信，请用短信')
  if (by === 'sms' && phone === undefined) throw conflict('名单上没有手机，请用微信')
  await inTransaction(ctx, async tx => {
    await countCodeTo(tx, scope.phone)
    if (by === 'sms') return sendCode(tx, scope)
    const code = await makeCode(tx, scope)
    await sendWechatCode(tx, { accountId: accountId!, openids, subject: '投票验证码', code })
  })
  return { expire: CODE_LIFETIME_MS / 1000, interval: 60 }
}

export async function proveVoter(ctx: Ctx, { token, code }: Given<'POST /ballot/prove'>) {
  const { of, voter } = await findByToken(ctx, token)
  const ways = await waysOfCode(ctx, of, voter)
  if (!ways) return { pass: passOf(ctx, voter) }
  const sent = await checkCode(ctx, { ...ways.scope, code })
  await spendCode(ctx, sent)
  return { pass: passOf(ctx, voter) }
}

export async function readBallotPaper(
  ctx: Ctx,
  { pass }: Given<'POST /ballot/paper'>,
): Promise<Output<Endpoints['POST /ballot/paper']>> {
  const { of, voter } = await findByPass(ctx, pass)
  const [namedVote] = await ctx.db.select().from(ballotNamedVote).where(eq(ballotNamedVote.voterId, voter.id))
  const { envelopeKey, voteKey, tellersKey } = of
  return {
    ...summaryOf(of),
    explanation: of.explanation,
    voterName: voter.name,
    weight: voter.weight,
    means: of.means,
    questions: of.questions,
    tookPart: voter.tookPart,
    keys: envelopeKey && voteKey && tellersKey ? { envelope: envelopeKey, vote: voteKey, tellers: tellersKey } : null,
    tellers: of.tellers,
    threshold: of.threshold,
    receipt: namedVote?.receipt ?? null,
    roll: await readRoll(ctx, of),
    result: of.result,
    extensions: of.extensions,
  }
}

/**
 * The ballot, held open until the transaction ends: whoever closes it waits for the votes under way. A ballot past its time
 * takes no votes, but only a person closes it: a clock that jumps ahead costs minutes, not the ballot.
 */
async function holdOpen(ctx: Ctx, where: ReturnType<typeof eq>): Promise<Ballot> {
  const [of] = await ctx.db.select().from(ballot).where(where).for('share')
  if (!of) throw notFound('没有这次投票')
  if (of.state === 'draft' || (of.state === 'open' && ctx.now < of.opensAt)) throw conflict('投票还没有开始')
  if (of.state === 'void') throw conflict('这次投票已作废')
  if (of.state !== 'open' || ctx.now >= of.closesAt) throw conflict('投票已截止，没有收下')
  if (!of.means.includes('online')) throw conflict('这次投票只收纸质选票')
  return of
}

async function lockVoter(ctx: Ctx, id: number): Promise<Voter> {
  const [voter] = await ctx.db.select().from(ballotVoter).where(eq(ballotVoter.id, id)).for('update')
  if (voter!.struckReason) throw conflict('您不在这次投票的名单上，如有疑问请与协会联系')
  if (voter!.tookPart === 'paper') throw conflict('您已领取纸质选票，请用纸质选票投票')
  return voter!
}

/**
 * Signs the blinded keys of a voter, once: one pair for each unit. The same request is signed again, with the same result,
 * for an answer may be lost on its way; another one is refused, be it from a second phone.
 */
export async function giveRight(ctx: Ctx, { pass, rights }: Given<'POST /ballot/right'>) {
  const { of: found, voter: known } = await findByPass(ctx, pass)
  if (found.secrecy !== 'secret') throw conflict('这次投票是记名的')
  const requestHash = createHash('sha256').update(canonicalJson(rights)).digest('hex')
  return inTransaction(ctx, async tx => {
    const of = await holdOpen(tx, eq(ballot.id, found.id))
    const voter = await lockVoter(tx, known.id)
    if (rights.length !== voter.weight)
      throw invalid(`应领取 ${voter.weight} 票`, { rights: `应为 ${voter.weight} 票` })
    if (voter.requestHash === requestHash) return { rights: signAll(tx, of.registrarSealed!, rights) }
    if (voter.requestHash !== null || voter.tookPart)
      throw conflict('您已在另一部手机或另一个浏览器上领取投票权，请在那里继续')
    await tx.db.update(ballotVoter).set({ tookPart: 'online', requestHash }).where(eq(ballotVoter.id, voter.id))
    // A request that cannot be signed takes nobody's right: the transaction fails.
    return { rights: signAll(tx, of.registrarSealed!, rights) }
  })
}

function signAll({ encryption }: Ctx, sealed: string, rights: Given<'POST /ballot/right'>['rights']) {
  const keys: { envelope: string; vote: string } = JSON.parse(encryption.decrypt(sealed))
  return rights.map(({ envelope, vote }) => {
    const signed = { envelope: blindSign(keys.envelope, envelope), vote: blindSign(keys.vote, vote) }
    if (!signed.envelope || !signed.vote) throw invalid('请求无效', { rights: '不是有效的盲化公钥' })
    return { envelope: signed.envelope, vote: signed.vote }
  })
}

/** Takes a sealed vote in. The transaction reads the ballot and writes the envelope: nothing of any voter. */
export async function castEnvelope(ctx: Ctx, { key, envelope }: Given<'POST /ballot/cast'>) {
  const found = await findBallotByKey(ctx, key)
  if (found.secrecy !== 'secret' || !found.envelopeKey) throw conflict('这次投票没有密封的选票')
  const fault = '选票不完整或被改动，没有收下'
  if (envelope.sealed.length !== sealedLength(found.questions)) throw invalid(fault, { envelope: fault })
  if (!(await isEnvelope(key, await importRegistrarKey(found.envelopeKey), envelope)))
    throw invalid(fault, { envelope: fault })
  const receipt = await receiptOf(envelope)
  const before = await findEnvelope(ctx, envelope)
  if (before) return { receipt: sameReceipt(before.receipt, receipt) }
  await inTransaction(ctx, async tx => {
    const { id } = await holdOpen(tx, eq(ballot.key, key))
    await tx.db
      .insert(ballotEnvelope)
      .values({ ...envelope, ballotId: id, receipt })
      .onConflictDoNothing()
  })
  const stored = await findEnvelope(ctx, envelope)
  return { receipt: sameReceipt(stored!.receipt, receipt) }
}

const findEnvelope = async ({ db }: Ctx, { key }: Envelope) =>
  (await db.select({ receipt: ballotEnvelope.receipt }).from(ballotEnvelope).where(eq(ballotEnvelope.key, key)))[0]

function sameReceipt(stored: string, receipt: string): string {
  if (stored !== receipt) throw conflict('这个投票权已经用过')
  return receipt
}

/** Takes a vote by name in: once; the same vote again gets the same receipt. */
export async function castNamed(ctx: Ctx, { pass, answers: given }: Given<'POST /ballot/vote'>) {
  const { of: found, voter: known } = await findByPass(ctx, pass)
  if (found.secrecy !== 'named') throw conflict('这次投票是无记名的')
  const faults = answerFaults(found.questions, given)
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
  const answers = orderAnswers(found.questions, given)
  return inTransaction(ctx, async tx => {
    const [before] = await tx.db.select().from(ballotNamedVote).where(eq(ballotNamedVote.voterId, known.id))
    if (before) return sameVote(before, answers)
    await holdOpen(tx, eq(ballot.id, found.id))
    const voter = await lockVoter(tx, known.id)
    const nonce = randomBytes(16).toString('base64')
    const receipt = await namedReceipt(found, { voter: voter.name, weight: voter.weight, answers, nonce })
    const written = await tx.db
      .insert(ballotNamedVote)
      .values({ voterId: voter.id, answers, nonce, receipt })
      .onConflictDoNothing()
      .returning()
    await tx.db.update(ballotVoter).set({ tookPart: 'online' }).where(eq(ballotVoter.id, voter.id))
    if (written.length > 0) return { receipt }
    const [other] = await tx.db.select().from(ballotNamedVote).where(eq(ballotNamedVote.voterId, known.id))
    return sameVote(other!, answers)
  })
}

function sameVote(before: typeof ballotNamedVote.$inferSelect, answers: unknown) {
  if (canonicalJson(before.answers) !== canonicalJson(answers)) throw conflict('您已投票，投出后不能修改')
  return { receipt: before.receipt }
}

/** Whether a receipt is among what was taken in; what it is a receipt for is not read. */
export async function findReceipt(ctx: Ctx, { key, receipt: typed }: Given<'GET /ballot/receipt'>) {
  const of = await findBallotByKey(ctx, key)
  const receipt = readPasscode(typed)
  const [inEnvelopes] = await ctx.db
    .select({ key: ballotEnvelope.key })
    .from(ballotEnvelope)
    .where(and(eq(ballotEnvelope.ballotId, of.id), eq(ballotEnvelope.receipt, receipt)))
  const [byName] = await ctx.db
    .select({ id: ballotNamedVote.voterId })
    .from(ballotNamedVote)
    .innerJoin(ballotVoter, eq(ballotVoter.id, ballotNamedVote.voterId))
    .where(and(eq(ballotVoter.ballotId, of.id), eq(ballotNamedVote.receipt, receipt)))
  return { isThere: inEnvelopes !== undefined || byName !== undefined, isSpoiled: of.spoiled.includes(receipt) }
}

/** Ballots of the account, those that take votes first. */
export async function ownBallots(ctx: Ctx, accountId: number) {
  const rows = await ctx.db
    .select({ of: ballot, voter: ballotVoter })
    .from(ballotVoter)
    .innerJoin(ballot, eq(ballot.id, ballotVoter.ballotId))
    .where(and(eq(ballotVoter.accountId, accountId), eq(ballotVoter.struckReason, ''), sql`${ballot.state} <> 'draft'`))
    .orderBy(sql`${ballot.state} = 'open' desc`, sql`${ballot.closesAt} desc`)
    .limit(100)
  return rows.map(({ of, voter }) => ({
    ...summaryOf(of),
    id: of.id,
    tookPart: voter.tookPart,
    isOpen: of.state === 'open' && of.means.includes('online') && of.opensAt <= ctx.now && ctx.now < of.closesAt,
  }))
}

export async function ownPass(ctx: Ctx, accountId: number, id: number) {
  const [voter] = await ctx.db
    .select()
    .from(ballotVoter)
    .where(and(eq(ballotVoter.ballotId, id), eq(ballotVoter.accountId, accountId)))
  if (!voter) throw notFound('您不在这次投票的名单上')
  return { pass: passOf(ctx, voter) }
}
