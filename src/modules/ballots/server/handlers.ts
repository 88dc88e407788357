import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ballotStateNames } from '../ballotWords.ts'
import type { ballotContract } from '../contract.ts'
import { findBallotByKey, readRoll } from './ballots.ts'
import { savePaperCount } from './counting.ts'
import { ballotsToCount, readOwnCount, refuseOtherTellers } from './paperTellers.ts'
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
    const { explanation, questions, tellers, result, voidReason, extensions } = of
    const said = { explanation, questions, tellers, result, voidReason, extensions }
    return { ...summaryOf(of), ...said, roll: await readRoll(ctx, of) }
  },
  'GET /ballot/receipt': findReceipt,
  'GET /ballot/file': async (ctx, { key }) => publishedFile(ctx, await readableBallot(ctx, key)),
  'GET /member/ballot/list': async ctx => {
    const { accountId } = signedInActor(ctx)
    const toCount = await ballotsToCount(ctx, accountId)
    return {
      list: await ownBallots(ctx, accountId),
      toCount: toCount.map(({ id, title, state }) => ({ id, title, stateName: ballotStateNames[state] })),
    }
  },
  'GET /member/ballot/count': (ctx, { id }) => readOwnCount(ctx, id),
  'POST /member/ballot/count': (ctx, given) =>
    inTransaction(ctx, async tx => {
      await refuseOtherTellers(tx, given.id)
      return savePaperCount(tx, given)
    }),
  'POST /member/ballot/pass': (ctx, { id }) => ownPass(ctx, signedInActor(ctx).accountId, id),
}
