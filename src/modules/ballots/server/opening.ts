import { randomBytes } from 'node:crypto'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import { passcodeOf } from '#lib/passcode.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { hashToken } from '#modules/accounts/server/sessions.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { defineTemplate } from '#modules/messages/server/templates.ts'
import { ballotStateNames } from '../ballotWords.ts'
import { type Ballot, named, readRoll, refuseUnless, type Voter, writeBallot } from './ballots.ts'
import { makeRegistrarKey } from './registrar.ts'
import { ballotVoter } from './tables.ts'
import { tellVoters } from './tellVoters.ts'

/** Page on which a token opens a ballot. */
export const PAGE = '/vote'

const invitation = defineTemplate({
  group: '投票',
  code: 'ballot.invitation',
  name: '请参加投票',
  needs: ['网址', '口令'],
  addresses: { 网址: PAGE },
  title: '请参加投票：{投票}',
  content: '“{投票}”请在 {截止} 以前投票。',
  sms: '请在 {截止} 以前参加投票，打开 {网址} ，输入口令 {口令} 。口令只供您本人使用，以最近一次收到的为准。',
  placeholders: {
    网址: `https://example.com${PAGE}`,
    口令: '7K3M-9QXR-2HVD-PW4T',
    投票: '理事会换届选举',
    截止: '2026-06-08 17:00',
  },
})

/** Opens a draft: its roll, questions and keys are fixed from now on, and voters online get their tokens. */
export async function openBallot(ctx: Ctx, of: Ballot): Promise<Ballot> {
  refuseUnless(of, 'draft')
  const roll = await readRoll(ctx, of)
  if (roll.voters === 0) throw conflict('名单是空的，请先填写投票人')
  if (of.closesAt <= ctx.now) throw conflict('截止时间已过，请先修改')
  const isSealed = of.secrecy === 'secret' && of.means.includes('online')
  if (isSealed && !of.tellersKey) throw conflict('请先设计票员：选票密封给他们的公钥')
  const after = await writeBallot(ctx, of, { state: 'open', ...(isSealed && (await registrarKeys(ctx))) })
  await recordChange(ctx, {
    action: 'ballot.open',
    ...named(of),
    before: { 状态: ballotStateNames.draft },
    after: { 状态: ballotStateNames.open, 投票人: roll.voters, 票数: roll.units },
  })
  if (of.means.includes('online')) await inviteVoters(ctx, after)
  return after
}

/** Two keys, for one signature must not stand for the other: a voter gets as many votes as envelopes. */
async function registrarKeys({ encryption }: Ctx) {
  const [envelope, vote] = await Promise.all([makeRegistrarKey(), makeRegistrarKey()])
  const privateKeys = { envelope: envelope.privateKey, vote: vote.privateKey }
  return {
    envelopeKey: envelope.publicKey,
    voteKey: vote.publicKey,
    registrarSealed: encryption.encrypt(JSON.stringify(privateKeys)),
  }
}

/**
 * Sends a new token to each voter who has not taken part; returns how many were told. Whoever has a printed letter keeps
 * the token that is in it.
 */
export async function inviteVoters(ctx: Ctx, of: Ballot): Promise<number> {
  const absent = await ctx.db
    .select()
    .from(ballotVoter)
    .where(
      and(
        eq(ballotVoter.ballotId, of.id),
        isNull(ballotVoter.tookPart),
        eq(ballotVoter.struckReason, ''),
        isNull(ballotVoter.letterSealed),
      ),
    )
    .orderBy(asc(ballotVoter.id))
  return tellVoters(ctx, of, absent, invitation.code, async voter => ({
    投票: of.title,
    截止: minute(iso(of.closesAt)),
    口令: await giveToken(ctx, voter),
  }))
}

/** Gives a voter a new token; one given before opens nothing any more. */
export async function giveToken(
  ctx: Ctx,
  { id }: Voter,
  seal: (token: string) => string | null = () => null,
): Promise<string> {
  const token = passcodeOf(randomBytes(16))
  const set = { tokenHash: hashToken(token), letterSealed: seal(token) }
  await ctx.db.update(ballotVoter).set(set).where(eq(ballotVoter.id, id))
  return token
}
