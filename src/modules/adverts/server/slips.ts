import { and, eq, isNotNull } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { advert, advertFee } from './tables.ts'

/** The slips of fees that were confirmed: they belong to the books, whatever becomes of the account. */
export async function advertFeeSlips({ db }: Pick<Ctx, 'db'>, accountId: number): Promise<number[]> {
  const rows = await db
    .select({ id: advertFee.slipId })
    .from(advertFee)
    .innerJoin(advert, eq(advert.id, advertFee.advertId))
    .where(and(eq(advert.accountId, accountId), eq(advertFee.state, 'confirmed'), isNotNull(advertFee.slipId)))
  return rows.map(({ id }) => id!)
}
