import type { Ctx } from '#lib/server/api/context.ts'

/** Reports whether the caller may read a file through a record that shows it. */
type Reader = (ctx: Ctx, fileId: number) => Promise<boolean>

const readers: Reader[] = []

/** The module whose records show files says who else may read them; `files` knows no records. */
export const defineFileReader = (reader: Reader) => void readers.push(reader)

export async function canReadByRecord(ctx: Ctx, fileId: number): Promise<boolean> {
  for (const reader of readers) if (await reader(ctx, fileId)) return true
  return false
}
