import type { Ctx } from '#lib/server/api/context.ts'
import type { About, Application, Kind } from './applicationKinds.ts'
import { type Sent, submit } from './applications.ts'

/** As `submit`, and taken back: throws all that is wrong with it, keeps nothing. */
export const tryHandIn = (ctx: Ctx, kind: Kind, sent: Sent, about: About = {}): Promise<Application> =>
  onTrial(ctx, tx => submit(tx, kind, sent, about))

/** What `work` answers, or throws; of what it writes nothing is kept. */
export async function onTrial<Answer>(ctx: Ctx, work: (ctx: Ctx) => Promise<Answer>): Promise<Answer> {
  const undo = new Error('on trial')
  let done: { answer: Answer } | undefined
  const trial = ctx.db.transaction(async db => {
    done = { answer: await work({ ...ctx, db }) }
    throw undo
  })
  await trial.catch(error => {
    if (error !== undo) throw error
  })
  return done!.answer
}
