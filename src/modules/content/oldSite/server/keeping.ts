import { and, eq, isNull } from 'drizzle-orm'
import { isRefusal } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Part } from '#lib/server/sheets/zipReader.ts'
import { file } from '#modules/files/server/tables.ts'
import { uploadFile } from '#modules/files/server/upload.ts'
import type { Archive } from './archive.ts'
import type { Surroundings } from './bodies.ts'
import { oldSiteFile } from './tables.ts'
import type { Site } from './work.ts'

/** Takes pictures and papers of the ZIP file in as uploads are: judged, cleaned, and each once. */
export function keeperOf(ctx: Ctx, { id: siteId }: Site, archive: Archive): Surroundings['keep'] {
  const refused = new Set<string>()
  return async (part, use) => {
    if (refused.has(part.name)) return
    const before = await findKept(ctx, siteId, part)
    if (before) return before
    try {
      const upload = { name: part.name, stream: await archive.open(part) }
      const { id, name } = await uploadFile({ ...ctx, upload }, { use })
      await ctx.db
        .insert(oldSiteFile)
        .values({ siteId, entry: part.name, fileId: id })
        .onConflictDoUpdate({ target: [oldSiteFile.siteId, oldSiteFile.entry], set: { fileId: id } })
      return { id, name }
    } catch (error) {
      if (!isRefusal(error) && !isDamage(error)) throw error
      refused.add(part.name)
      return
    }
  }
}

/** Of the ZIP file, while it is unpacked. */
const isDamage = (error: unknown) =>
  error instanceof Error && /^Z_|ZLIB|invalid|corrupt/i.test((error as NodeJS.ErrnoException).code ?? error.message)

async function findKept({ db }: Ctx, siteId: number, { name }: Part) {
  const [kept] = await db
    .select({ id: file.id, name: file.name })
    .from(oldSiteFile)
    .innerJoin(file, eq(file.id, oldSiteFile.fileId))
    .where(and(eq(oldSiteFile.siteId, siteId), eq(oldSiteFile.entry, name), isNull(file.deletedAt)))
  return kept
}
