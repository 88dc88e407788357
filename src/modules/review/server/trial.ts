import type { Ctx } from '#lib/server/api/context.ts'
import type { About, Application, Kind } from './applicationKinds.ts'
import { type Sent, submit } from './applications.ts'

/** As `submit`, and taken back: throws all that is wrong with it, keeps nothing. */
export async function tryHandIn(ctx: Ctx, kind: Kind, sent: Sent, about: About = {}): Promise<Application> {
  const undo = new Error('handed in on trial')
  let handedIn: Application | undefined
  const trial = ctx.db.transaction(async db => {
    handedIn = await submit({ ...ctx, db }, kind, sent, about)
    throw undo
  })
  await trial.catch(error => {
    if (error !== undo) throw error
  })
  return handedIn!
}
