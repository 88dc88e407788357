import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import type { ballotContract } from '../contract.ts'
import { findBallotByKey, readRoll } from './ballots.ts'
import { publishedFile, refuseStrangers } from './publishing.ts'
import {
  castEnvelope,
  castNamed,
  enterBallot,
  findByPass,
  findReceipt,
  giveRight,
  ownBallots,
  ownPass,
  proveVoter,
  readBallotPaper,
  sendBallotCode,
  summaryOf,
} from './voting.ts'

/** The ballot with this key, for a voter of it or for everybody. */
async function readableBallot(ctx: Ctx, key: string) {
  const of = await findBallotByKey(ctx, key)
  const voter = ctx.headers.ticket ? (await findByPass(ctx, ctx.headers.ticket)).voter : undefined
  refuseStrangers(of, voter?.ballotId)
  return of
}

export const ballotHandlers: Handlers<typeof ballotContract> = {
  'POST /ballot/enter': enterBallot,
  'POST /ballot/code': sendBallotCode,
  'POST /ballot/prove': proveVoter,
  'POST /ballot/paper': readBallotPaper,
  'POST /ballot/right': giveRight,
  'POST /ballot/cast': castEnvelope,
  'POST /ballot/vote': castNamed,
  'GET /ballot/result': async (ctx, { key }) => {
    const of = await readableBallot(ctx, key)
    const { explanation, questions, tellers, result, voidReason } = of
    return { ...summaryOf(of), explanation, questions, tellers, roll: await readRoll(ctx, of), result, voidReason }
  },
  'GET /ballot/receipt': findReceipt,
  'GET /ballot/file': async (ctx, { key }) => publishedFile(ctx, await readableBallot(ctx, key)),
  'GET /member/ballot/list': async ctx => ({ list: await ownBallots(ctx, signedInActor(ctx).accountId) }),
  'POST /member/ballot/pass': (ctx, { id }) => ownPass(ctx, signedInActor(ctx).accountId, id),
}
