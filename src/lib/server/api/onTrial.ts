import type { Ctx } from './context.ts'

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
