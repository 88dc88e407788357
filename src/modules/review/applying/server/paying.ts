import { type Ctx, nameOfActor, signed } from '#lib/server/api/context.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { advance, lockApplication, tooLate } from '#modules/review/server/steps.ts'

/** The fee has been paid, says the applicant, and `claim` writes down how; the same said twice is said once. */
export const payFor = (
  ctx: Ctx,
  { id }: Pick<Application, 'id'>,
  version: number | undefined,
  claim: (ctx: Ctx) => Promise<unknown>,
): Promise<Application> =>
  ctx.db.transaction(async db => {
    const tx = { ...ctx, db }
    const current = await lockApplication(tx, id)
    if (current.state === 'paying' && version !== undefined && version + 1 === current.version) return current
    if (current.state !== 'unpaid') throw await tooLate(tx, current, 'pay')
    await claim(tx)
    return advance(tx, current, { action: 'pay', by: 'applicant', actorName: nameOfActor(signed(ctx)) })
  })
