import { inArray } from 'drizzle-orm'
import sharp from 'sharp'
import type { Ctx } from '#lib/server/api/context.ts'
import { file } from '#modules/files/server/tables.ts'
import type { Person } from './roster.ts'

/** As printed, at 200 dots an inch: a thousand of them are set at once. */
const PHOTO = { width: 236, height: 331, fit: 'cover' } as const
/** Of pictures, so many are read at a time. */
const TOGETHER = 8

/** By file: the picture within a drawing, which is what a document takes as text. */
export async function readPhotos(ctx: Ctx, people: readonly Person[]): Promise<Map<number, string>> {
  const ids = [...new Set(people.flatMap(({ of }) => of.photoId ?? []))]
  const found = new Map<number, string>()
  for (let i = 0; i < ids.length; i += TOGETHER) {
    const rows = await ctx.db
      .select()
      .from(file)
      .where(inArray(file.id, ids.slice(i, i + TOGETHER)))
    await Promise.all(
      rows.map(async ({ id, key }) => {
        const drawing = await drawingOf(ctx, key).catch(error =>
          ctx.log.warn({ err: error, id }, 'a photo is unreadable'),
        )
        if (drawing) found.set(id, drawing)
      }),
    )
  }
  return found
}

async function drawingOf({ store }: Pick<Ctx, 'store'>, key: string): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of await store.open(key)) parts.push(Buffer.from(part))
  const jpeg = await sharp(Buffer.concat(parts))
    .rotate()
    .resize(PHOTO)
    .flatten({ background: 'white' })
    .jpeg()
    .toBuffer()
  const { width, height } = PHOTO
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="data:image/jpeg;base64,${jpeg.toString('base64')}"/></svg>`
}
