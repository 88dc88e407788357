import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { FormField } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Slot } from './applicationKinds.ts'
import { applicationQuestions } from './tables.ts'

/**
 * An association changes its forms while applications run. What was handed in keeps the questions that were answered:
 * the application points to their version, which nobody changes any more.
 */
export type Questions = { fields: readonly FormField[]; slots: readonly Slot[] }

export async function readQuestions({ db }: Pick<Ctx, 'db'>, id: number): Promise<Questions> {
  const [found] = await db.select().from(applicationQuestions).where(eq(applicationQuestions.id, id))
  return found!
}

/** Stores a version, or finds the one that says the same. */
export async function storeQuestions(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { fields, slots }: Questions,
): Promise<number> {
  const digest = createHash('sha256')
    .update(JSON.stringify([fields, slots]))
    .digest('hex')
  const row = { digest, fields: [...fields], slots: [...slots], createdAt: now }
  await db.insert(applicationQuestions).values(row).onConflictDoNothing()
  const [stored] = await db
    .select({ id: applicationQuestions.id })
    .from(applicationQuestions)
    .where(eq(applicationQuestions.digest, digest))
  return stored!.id
}
