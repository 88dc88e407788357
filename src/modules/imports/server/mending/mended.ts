import { eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { typedCode } from '#lib/typed.ts'
import type { Batch } from '../batchWork.ts'
import type { LayoutChoice, RememberedHeadings } from '../headings.ts'
import { importHeading, importMeaning, importMend } from '../tables.ts'

/** Corrections of a batch: cells replaced by staff, and meanings given to unknown words. */
export type Corrections = {
  cell: (row: number, name: string) => string | undefined
  meaning: (name: string, text: string) => string | undefined
}

const keyOf = (of: string | number, name: string) => `${of} ${name}`

export async function readCorrections(
  { db, encryption }: Pick<Ctx, 'db' | 'encryption'>,
  { id, kind, choice }: Batch,
): Promise<{ mended: Corrections; choice: LayoutChoice | undefined; remembered: RememberedHeadings }> {
  const mends = await db.select().from(importMend).where(eq(importMend.batchId, id))
  const cells = new Map(mends.map(({ row, name, valueSealed }) => [keyOf(row, name), encryption.decrypt(valueSealed)]))
  const rows = await db.select().from(importMeaning).where(eq(importMeaning.kind, kind))
  const meanings = new Map(rows.map(({ name, said, meant }) => [keyOf(said, name), meant]))
  const headings = await db.select().from(importHeading).where(eq(importHeading.kind, kind))
  const mended: Corrections = {
    cell: (row, name) => cells.get(keyOf(row, name)),
    meaning: (name, text) => meanings.get(keyOf(typedCode(text), name)),
  }
  const remembered = new Map(headings.map(({ heading, name }) => [heading, name]))
  return { mended, choice: choice ?? undefined, remembered }
}
