import type { Ctx } from '#lib/server/api/context.ts'
import { readGroup } from '#modules/settings/server/settings.ts'

/** Price of one text in yuan; null: not set. */
export async function readTextPrice(ctx: Pick<Ctx, 'db'>): Promise<number | null> {
  const { price } = await readGroup(ctx, 'sms')
  return price ? Number(price) : null
}
