import { eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import type { Trial } from '#modules/settings/groups.ts'
import { writeSetting } from '#modules/settings/server/settings.ts'
import { setting } from '#modules/settings/server/tables.ts'

/** The trial with its row locked, until the end of the transaction; undefined: the site is live. */
export async function lockTrial({ db }: Pick<Ctx, 'db'>): Promise<Trial | undefined> {
  const [row] = await db.select().from(setting).where(eq(setting.name, 'trial')).for('update')
  return row?.value as Trial | undefined
}

/** Calls the go-live off; `failed`: why it was not done. Answers false where there was none. */
export const callOff = (ctx: Pick<Ctx, 'db' | 'now'>, failed?: string): Promise<boolean> =>
  inTransaction(ctx, async tx => {
    const trial = await lockTrial(tx)
    if (!trial?.order) return false
    await writeSetting(tx, 'trial', { startedAt: trial.startedAt, ...(failed && { failed }) })
    return true
  })
