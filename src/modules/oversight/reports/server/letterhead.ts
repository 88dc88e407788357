import { buffer } from 'node:stream/consumers'
import { and, eq, isNull } from 'drizzle-orm'
import sharp from 'sharp'
import { longDay, minute } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { file } from '#modules/files/server/tables.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import type { ReportContent } from '../contract.ts'

/** The logo as it is printed. `name`: of its own for each picture, since the compiler keeps pictures by their names. */
export type Logo = { name: string; png: Buffer; width: number; height: number }

/** Height in pixels: sharp at the 14 mm at which it is printed. */
const LOGO_HEIGHT = 220
const MAX_LOGO_WIDTH = 1200

/** Reads the association's logo as PNG, which PDF and Word both show; undefined: there is none that can be drawn. */
export async function readLogo(ctx: Ctx): Promise<Logo | undefined> {
  const { association } = await readPublicConfig(ctx)
  const id = Number(association.logo?.match(/\d+$/)?.[0])
  if (!id) return undefined
  const [row] = await ctx.db
    .select()
    .from(file)
    .where(and(eq(file.id, id), isNull(file.deletedAt)))
  if (!row) return undefined
  try {
    const drawn = sharp(await buffer(await ctx.store.open(row.key)), { density: 300 })
      .resize({ height: LOGO_HEIGHT, width: MAX_LOGO_WIDTH, fit: 'inside' })
      .png()
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true })
    return { name: `${row.sha256.slice(0, 16)}.png`, png: data, width: info.width, height: info.height }
  } catch (error) {
    ctx.log.warn({ err: error, file: id }, 'the logo cannot be drawn')
    return undefined
  }
}

export const subtitleOf = ({ month }: Pick<ReportContent, 'month'>) =>
  `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`

/** Day and minute on which the figures were counted. */
export const footnoteOf = ({ countedAt }: Pick<ReportContent, 'countedAt'>) =>
  `数字由系统记录统计，统计于 ${longDay(countedAt)} ${minute(countedAt).slice(-5)}`
