import type { Services } from '#lib/server/api/context.ts'
import { keepFile } from '#modules/files/server/files.ts'

type Picture = { name: string; svg: string; width: number; height: number }

/** Stores pictures as public files, each different one once, however often it is asked for. */
export function pictureKeeper(ctx: Services & { now: Date }) {
  const kept = new Map<string, number>()
  return async ({ svg, ...about }: Picture): Promise<number> => {
    const known = kept.get(svg)
    if (known) return known
    const id = await keepFile(ctx, { ...about, type: 'image/svg+xml', bytes: Buffer.from(svg), isPublic: true })
    kept.set(svg, id)
    return id
  }
}
