import { conflict } from '#lib/error.ts'
import { type Ctx, nameOfActor, signedInActor } from '#lib/server/api/context.ts'
import { dryRun } from '#lib/server/api/dryRun.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { contentsOf } from '#modules/review/applying/server/repeatedSubmission.ts'
import { type Application, kindOf, type Payment } from '#modules/review/server/applicationKinds.ts'
import { advanceApplication, applicationConflict, lockApplication } from '#modules/review/server/steps.ts'

type Claim = (ctx: Ctx) => Promise<unknown>

/** The fee has been paid, says the applicant, and `claim` writes down how. The same said twice is said once. */
export const claimPayment = (
  ctx: Ctx,
  { id }: Pick<Application, 'id'>,
  version: number | undefined,
  claim: Claim,
): Promise<Application> =>
  inTransaction(ctx, async tx => {
    const current = await lockApplication(tx, id)
    if (current.state === 'paying' && version !== undefined && version + 1 === current.version) {
      await refuseDifferentClaim(tx, current, claim)
      return current
    }
    if (current.state !== 'unpaid') throw await applicationConflict(tx, current, 'pay')
    await claim(tx)
    return advanceApplication(tx, current, {
      action: 'pay',
      by: 'applicant',
      actorName: nameOfActor(signedInActor(ctx)),
    })
  })

/** Refuses a repeated payment claim whose slip or other visible data differ, instead of dropping them silently. */
async function refuseDifferentClaim(ctx: Ctx, of: Application, claim: Claim): Promise<void> {
  const read = (tx: Ctx) => kindOf(of).payment?.(tx, of)
  const said = await read(ctx)
  const sent = await dryRun(ctx, async tx => {
    await claim(tx)
    return read(tx)
  })
  const differing = await differencesOf(ctx, said, sent)
  if (differing.length > 0)
    throw conflict(
      `缴费凭证已经提交，正在核对；现在发来的与已提交的不同：${differing.join('、')}。已提交的没有改动，您填写的内容仍在这里；要更换的，请联系协会退回`,
    )
}

async function differencesOf(ctx: Ctx, said: Payment | undefined, sent: Payment | undefined): Promise<string[]> {
  const textsOf = (of: Payment | undefined) => new Map(of?.facts.map(({ label, text }) => [label, text]))
  const [before, now] = [textsOf(said), textsOf(sent)]
  const slipsOf = (of: Payment | undefined) => (of?.slipId ? [of.slipId] : [])
  const contentOf = await contentsOf(ctx, [{ said: slipsOf(said), sent: slipsOf(sent) }])
  const labels = [...new Set([...before.keys(), ...now.keys()])].filter(label => before.get(label) !== now.get(label))
  return contentOf(slipsOf(said)) === contentOf(slipsOf(sent)) ? labels : [...labels, '缴费凭证']
}
