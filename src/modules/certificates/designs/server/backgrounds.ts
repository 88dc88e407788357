import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { attachFiles, fileInfos } from '#modules/files/server/attachments.ts'
import { letRead } from '#modules/files/server/readers.ts'
import { file } from '#modules/files/server/tables.ts'
import { type Paper, papers } from '../drawn.ts'
import { certificateDesign, certificateLook } from './tables.ts'

/** Of its longer side, in pixels: 150 of them an inch. */
const LEAST = 1750

/** What is wrong with a picture as the ground of a sheet. */
export async function backgroundFault(ctx: Ctx, id: number, paper: Paper): Promise<string | undefined> {
  const { type, width, height } = (await fileInfos(ctx, [id])).get(id) ?? {}
  if (!width || !height) return '请重新上传图片'
  if (type !== 'image/png' && type !== 'image/jpeg') return '背景图应为 PNG 或 JPG'
  const sheet = papers[paper]
  const isShaped = Math.abs(width / height / (sheet.width / sheet.height) - 1) < 0.03
  if (isShaped && Math.max(width, height) >= LEAST) return undefined
  const ideal = paper === 'landscape' ? '3508 × 2480' : '2480 × 3508'
  return `图片是 ${width} × ${height} 像素，${sheet.name}应接近 ${ideal}，长边至少 ${LEAST}`
}

/** A picture that was not there before is taken over from who uploaded it; one that came in a pack is the site's own. */
export async function takeBackground(ctx: Ctx, id: number | null, before: number | null | undefined): Promise<void> {
  if (id === null || id === before || (await isGround(ctx, id))) return
  const [own] = await ctx.db
    .select({ id: file.id })
    .from(file)
    .where(and(eq(file.id, id), isNull(file.ownerId), isNull(file.ticketHash), eq(file.isConfined, true)))
  if (!own) await attachFiles(ctx, [id])
}

/** Whether it is, or was when certificates were issued, the ground of a sheet. */
async function isGround({ db }: Pick<Ctx, 'db'>, id: number): Promise<boolean> {
  const [design] = await db
    .select({ id: certificateDesign.id })
    .from(certificateDesign)
    .where(eq(certificateDesign.backgroundId, id))
    .limit(1)
  if (design) return true
  const [look] = await db
    .select({ id: certificateLook.id })
    .from(certificateLook)
    .where(eq(certificateLook.backgroundId, id))
    .limit(1)
  return look !== undefined
}

letRead(async (ctx, id) => {
  const { actor } = ctx
  return actor.kind === 'staff' && actor.permissions.includes('staff:certificates') && (await isGround(ctx, id))
})
