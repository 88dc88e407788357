import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { typedKeys } from '#lib/keys.ts'
import type { Services } from '#lib/server/api/context.ts'
import { COPY_WIDTHS } from '#lib/server/storage/images.ts'
import { keepFile, newKey } from '#modules/files/server/files.ts'
import { fileSize } from '#modules/files/server/tables.ts'

/** Scenes that were rendered for the demo and are as free as the program, with caption and focus in percent. */
export const photos = {
  boilerHouse: { caption: '锅炉房内景（三维渲染）', x: 64, y: 52 },
  meeting: { caption: '会议室里的评议会（三维渲染）', x: 50, y: 45 },
  lab: { caption: '水质化验台上的滴定（三维渲染）', x: 62, y: 60 },
  workers: { caption: '两名检修人员在锅炉控制柜前（三维渲染）', x: 55, y: 55 },
  plant: { caption: '傍晚的厂区、烟囱与管廊（三维渲染）', x: 45, y: 45 },
  softener: { caption: '软化水罐前的压力表（三维渲染）', x: 66, y: 55 },
} as const
export type PhotoName = keyof typeof photos
export const photoNames = typedKeys(photos)

const SIZE = { width: 1600, height: 900 }

/** Stores a photograph and its smaller copies as public files, each once. */
export function photoKeeper(ctx: Services & { now: Date }) {
  const kept = new Map<PhotoName, number>()
  return async (name: PhotoName): Promise<number> => {
    const known = kept.get(name)
    if (known) return known
    const bytes = await readFile(join(import.meta.dirname, 'photos', `${name}.webp`))
    const id = await keepFile(ctx, { name: `${name}.webp`, type: 'image/webp', bytes, isPublic: true, ...SIZE })
    for (const width of COPY_WIDTHS.filter(each => each < SIZE.width)) {
      const copy = await sharp(bytes).resize({ width }).webp({ quality: 80 }).toBuffer({ resolveWithObject: true })
      const key = newKey(ctx.now)
      await ctx.store.put(key, copy.data)
      const { height, size } = copy.info
      await ctx.db.insert(fileSize).values({ fileId: id, width, height, key, type: 'image/webp', size })
    }
    kept.set(name, id)
    return id
  }
}
