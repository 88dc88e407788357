import type { Ctx } from '#lib/server/context.ts'
import { organisation } from './tables.ts'
import { organisationWords } from './words.ts'

export type Organisation = typeof organisation.$inferSelect
export type NewOrganisation = Omit<typeof organisation.$inferInsert, 'id' | 'words' | 'createdAt' | 'updatedAt'>

/** Writes an organisation down, with the words by which it is found. */
export async function enterOrganisation({ db, now }: Pick<Ctx, 'db' | 'now'>, of: NewOrganisation): Promise<number> {
  const [row] = await db
    .insert(organisation)
    .values({ ...of, createdAt: now, updatedAt: now, words: organisationWords(of) })
    .returning({ id: organisation.id })
  return row!.id
}
