import { inTransaction } from '#lib/server/database/transaction.ts'
import type { Ctx } from './context.ts'

/** Runs `work` in a transaction that is always rolled back, and returns its answer or throws its error. */
export async function dryRun<Answer>(ctx: Ctx, work: (ctx: Ctx) => Promise<Answer>): Promise<Answer> {
  const undo = new Error('on trial')
  let done: { answer: Answer } | undefined
  const trial = inTransaction(ctx, async tx => {
    done = { answer: await work(tx) }
    throw undo
  })
  await trial.catch(error => {
    if (error !== undo) throw error
  })
  return done!.answer
}
