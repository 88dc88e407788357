import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { conflict, forbidden, invalid, invalidFields } from '#lib/error.ts'
import { isMobile, plainMobile } from '#lib/form/phone.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { actingAccount } from '#lib/server/api/context.ts'
import type { Share } from '#lib/share.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import {
  MAX_NAMED_WEIGHT,
  MAX_SECRET_WEIGHT,
  MAX_VOTERS,
  type Means,
  meansNames,
  type Secrecy,
  secrecyNames,
} from '../ballotWords.ts'
import type { Question } from '../protocol/question.ts'
import type { staffBallotsContract } from '../staffContract.ts'
import { type Ballot, findBallot, lockSeen, named, refuseUnless, writeBallot } from './ballots.ts'
import { findBallotUse } from './ballotUses.ts'
import { ballot, ballotVoter } from './tables.ts'

type Endpoints = typeof staffBallotsContract

export type BallotDraft = {
  title: string
  explanation?: string
  secrecy: Secrecy
  means: readonly Means[]
  asksCode?: boolean
  isPublic?: boolean
  opensAt: Date
  closesAt: Date
  questions: readonly Question[]
  quorum?: Share | null
}
/** `key`: who this is for whoever makes the roll; two voters of a ballot differ in it. */
export type NewVoter = { key: string; name: string; weight?: number; accountId?: number | null; mobile?: string }

/** Refuses whoever may not manage a ballot that belongs to another record. */
export async function refuseOthers(ctx: Ctx, of: Ballot): Promise<void> {
  const may = await findBallotUse(of)?.mayManage?.(ctx, of.useRef)
  if (may === false) throw forbidden('这次投票由另一项工作发起，请在那里办理')
}

const draftFaults = ({ opensAt, closesAt, questions, secrecy, means }: BallotDraft) => ({
  ...(means.includes('paper') &&
    questions.some(({ kind }) => kind === 'ranked') && { means: '有按次序排列的问题，只能在网上投' }),
  ...(opensAt >= closesAt && { closesAt: '截止时间应晚于开始时间' }),
  ...(means.length === 0 && { means: '请选择参加的方式' }),
  ...(questions.length === 0 && { questions: '请至少写一个问题' }),
  ...(secrecy === 'named' &&
    means.includes('paper') &&
    means.includes('online') && { means: '记名投票只能选一种方式' }),
})

const rowOf = ({ questions, quorum, means, ...draft }: BallotDraft) => ({
  ...draft,
  questions: [...questions],
  quorum: quorum ?? null,
  means: [...means],
})

/** Creates a draft. `use` says which record holds it. */
export async function createBallot(ctx: Ctx, draft: BallotDraft, use = { kind: '', ref: '' }): Promise<Ballot> {
  const faults = draftFaults(draft)
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
  const [made] = await ctx.db
    .insert(ballot)
    .values({
      ...rowOf(draft),
      useKind: use.kind,
      useRef: use.ref,
      createdBy: actingAccount(ctx),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .returning()
  await record(ctx, { action: 'ballot.add', ...named(made!), after: wordsOf(made!) })
  return made!
}

const wordsOf = ({ title, secrecy, means, opensAt, closesAt, questions }: Ballot) => ({
  名称: title,
  方式: secrecyNames[secrecy],
  参加: means.map(one => meansNames[one]).join('、'),
  开始: opensAt.toISOString(),
  截止: closesAt.toISOString(),
  问题: questions.map(one => one.title).join('；'),
})

export async function saveBallot(ctx: Ctx, given: Parsed<Endpoints['POST /staff/ballot/save']>): Promise<Ballot> {
  const { id, version, ...typed } = given
  const draft: BallotDraft = { ...typed, opensAt: new Date(typed.opensAt), closesAt: new Date(typed.closesAt) }
  if (id === undefined) return createBallot(ctx, draft)
  const before = await lockSeen(ctx, { id, version })
  await refuseOthers(ctx, before)
  refuseUnless(before, 'draft')
  const faults = draftFaults(draft)
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
  const after = await writeBallot(ctx, before, rowOf(draft))
  await recordChange(ctx, { action: 'ballot.edit', ...named(after), before: wordsOf(before), after: wordsOf(after) })
  return after
}

/** Replaces the roll of a draft. */
export async function writeRoll(ctx: Ctx, of: Ballot, voters: readonly NewVoter[]): Promise<Ballot> {
  refuseUnless(of, 'draft')
  const maxWeight = of.secrecy === 'secret' ? MAX_SECRET_WEIGHT : MAX_NAMED_WEIGHT
  const faults: Record<string, string> = {}
  const seenKeys = new Map<string, number>()
  const names = numberNamesakes(voters)
  const rows = voters.map((voter, i) => {
    const { key, weight = 1, accountId = null, mobile = '' } = voter
    const phone = plainMobile(mobile)
    if (phone && !isMobile(phone)) faults[`voters.${i}.mobile`] = '手机号应为 11 位数字，以 1 开头'
    if (weight > maxWeight)
      faults[`voters.${i}.weight`] =
        of.secrecy === 'secret' ? `无记名投票每人最多 ${maxWeight} 票` : `最多 ${maxWeight} 票`
    const first = seenKeys.get(key)
    if (first !== undefined) faults[`voters.${i}.name`] = `与第 ${first + 1} 行重复`
    else seenKeys.set(key, i)
    return {
      ballotId: of.id,
      key,
      name: names[i]!,
      weight,
      accountId,
      phoneSealed: phone ? ctx.encryption.encrypt(phone) : null,
      phoneHash: phone ? ctx.encryption.hash(phone) : null,
    }
  })
  if (rows.length > MAX_VOTERS) faults.voters = `最多 ${MAX_VOTERS} 人`
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
  await ctx.db.delete(ballotVoter).where(eq(ballotVoter.ballotId, of.id))
  for (let from = 0; from < rows.length; from += 1_000)
    await ctx.db.insert(ballotVoter).values(rows.slice(from, from + 1_000))
  const after = await writeBallot(ctx, of, {})
  await record(ctx, {
    action: 'ballot.roll',
    ...named(of),
    detail: { 投票人: rows.length, 票数: rows.reduce((all, { weight }) => all + weight, 0) },
  })
  return after
}

/** Adds a number to whoever has the name of a voter before them, so that everybody on the roll can be named. */
function numberNamesakes(voters: readonly NewVoter[]): string[] {
  const times = new Map<string, number>()
  return voters.map(({ name }) => {
    const n = (times.get(name) ?? 0) + 1
    times.set(name, n)
    return n === 1 ? name : `${name}（${n}）`
  })
}

export async function saveRoll(
  ctx: Ctx,
  { voters, fromAccounts, ...seen }: Parsed<Endpoints['POST /staff/ballot/roll']>,
) {
  const of = await lockSeen(ctx, seen)
  await refuseOthers(ctx, of)
  const roll = fromAccounts
    ? await votersOfAccounts(ctx, fromAccounts)
    : voters.map(({ name, mobile, weight }) => ({
        // Two people of one name are told apart by their phones.
        key: `typed ${mobile ? ctx.encryption.hash(plainMobile(mobile)) : name}`,
        name,
        mobile,
        weight,
      }))
  if (roll.length === 0) throw invalid('名单是空的', { voters: '请填写投票人' })
  return { of: await writeRoll(ctx, of, roll), voters: roll.length }
}

async function votersOfAccounts(ctx: Ctx, kind: 'organisation' | 'person' | 'staff'): Promise<NewVoter[]> {
  const rows = await ctx.db
    .select({ id: account.id, name: account.displayName, phoneSealed: account.phoneSealed })
    .from(account)
    .where(and(eq(account.kind, kind), eq(account.status, 'active')))
    .orderBy(asc(account.id))
    .limit(MAX_VOTERS + 1)
  return rows.map(({ id, name, phoneSealed }) => ({
    key: `account ${id}`,
    name,
    accountId: id,
    mobile: phoneSealed ? ctx.encryption.decrypt(phoneSealed) : '',
  }))
}

/** Sets the tellers of a secret ballot and the key that its votes are sealed to. */
export async function saveTellers(
  ctx: Ctx,
  { tellers, threshold, publicKey, commitments, ...seen }: Parsed<Endpoints['POST /staff/ballot/tellers']>,
): Promise<Ballot> {
  const of = await lockSeen(ctx, seen)
  await refuseOthers(ctx, of)
  refuseUnless(of, 'draft')
  if (of.secrecy !== 'secret') throw conflict('记名投票没有密封的选票，不用设密钥')
  const wrong = {
    ...(new Set(tellers).size < tellers.length && { tellers: '有两名计票员同名，请加以区别' }),
    ...(threshold > tellers.length && { threshold: `只有 ${tellers.length} 名计票员` }),
    ...((commitments.length !== tellers.length || new Set(commitments).size < commitments.length) && {
      commitments: '每名计票员应有一份密钥份额',
    }),
    // SEC 1: an uncompressed point of P-256.
    ...(!isPoint(publicKey) && { publicKey: '不是有效的公钥' }),
  }
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
  const after = await writeBallot(ctx, of, { tellers, threshold, tellersKey: publicKey, commitments })
  const words = ({ tellers, threshold, tellersKey }: Ballot) => ({
    计票员: tellers.join('、'),
    开票人数: threshold,
    公钥: tellersKey,
  })
  await recordChange(ctx, { action: 'ballot.tellers', ...named(of), before: words(of), after: words(after) })
  return after
}

const isPoint = (publicKey: string) => {
  const bytes = Buffer.from(publicKey, 'base64')
  return bytes.length === 65 && bytes[0] === 4
}

export async function removeBallot(ctx: Ctx, seen: { id: number; version: number }): Promise<void> {
  const of = await lockSeen(ctx, seen)
  await refuseOthers(ctx, of)
  refuseUnless(of, 'draft')
  await ctx.db.delete(ballot).where(eq(ballot.id, of.id))
  await record(ctx, { action: 'ballot.remove', ...named(of), before: wordsOf(of) })
}

/** Locks voters in the order of their ids; refuses any who is not on the roll of the ballot. */
export async function lockVoters({ db }: Ctx, ballotId: number, voterIds: number[]) {
  const voters = await db
    .select()
    .from(ballotVoter)
    .where(and(eq(ballotVoter.ballotId, ballotId), inArray(ballotVoter.id, voterIds)))
    .orderBy(asc(ballotVoter.id))
    .for('update')
  if (voters.length < new Set(voterIds).size) throw invalid('有不在名单上的人', { voterIds: '请从名单中选择' })
  return voters
}

/** Marks voters as having taken a paper slip, or takes that back. Whoever took part online has no slip. */
export async function markPaper(
  ctx: Ctx,
  { id, voterIds, isPaper }: Parsed<Endpoints['POST /staff/ballot/paper']>,
): Promise<number> {
  const [of] = await ctx.db.select().from(ballot).where(eq(ballot.id, id)).for('share')
  refuseUnless(of ?? (await findBallot(ctx, id)), 'open')
  await refuseOthers(ctx, of!)
  if (!of!.means.includes('paper')) throw conflict('这次投票没有纸质选票')
  const voters = await lockVoters(ctx, id, voterIds)
  const refused = voters.filter(({ tookPart, struckReason }) => struckReason || tookPart === 'online')
  if (refused.length > 0)
    throw conflict(
      `${refused.map(({ name }) => name).join('、')}${isPaper ? '已在网上参加或已剔除，不能再领纸质选票' : '在网上参加，没有纸质选票可撤回'}`,
    )
  const changed = voters.filter(({ tookPart }) => (tookPart === 'paper') !== isPaper)
  if (changed.length === 0) return 0
  await ctx.db
    .update(ballotVoter)
    .set({ tookPart: isPaper ? 'paper' : null })
    .where(
      and(
        inArray(
          ballotVoter.id,
          changed.map(voter => voter.id),
        ),
        isPaper ? isNull(ballotVoter.tookPart) : eq(ballotVoter.tookPart, 'paper'),
      ),
    )
  await record(ctx, {
    action: isPaper ? 'ballot.paper' : 'ballot.paperBack',
    ...named(of!),
    detail: { 投票人: changed.map(({ name }) => name).join('、') },
  })
  return changed.length
}

/** Strikes a voter who has not taken part off the roll. What was cast stays: nobody could say which envelope to remove. */
export async function strikeVoter(
  ctx: Ctx,
  { id, voterId, reason }: Parsed<Endpoints['POST /staff/ballot/strike']>,
): Promise<void> {
  const [of] = await ctx.db.select().from(ballot).where(eq(ballot.id, id)).for('share')
  refuseUnless(of ?? (await findBallot(ctx, id)), 'open')
  await refuseOthers(ctx, of!)
  const [voter] = await ctx.db
    .select()
    .from(ballotVoter)
    .where(and(eq(ballotVoter.ballotId, id), eq(ballotVoter.id, voterId)))
    .for('update')
  if (!voter) throw invalid('不在名单上', { voterId: '请从名单中选择' })
  if (voter.tookPart) throw conflict(`${voter.name}已参加（${meansNames[voter.tookPart]}），不能再剔除`)
  if (voter.struckReason) throw conflict(`${voter.name}已剔除`)
  await ctx.db
    .update(ballotVoter)
    .set({ struckReason: reason, tokenHash: null, letterSealed: null })
    .where(eq(ballotVoter.id, voterId))
  await recordChange(ctx, {
    action: 'ballot.strike',
    ...named(of!),
    before: { [voter.name]: '在名单上' },
    after: { [voter.name]: `剔除：${reason}` },
  })
}
