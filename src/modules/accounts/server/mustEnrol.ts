import type { Ctx } from '#lib/server/api/context.ts'
import type { account } from '#modules/accounts/server/tables.ts'
import { isDemo } from '#modules/settings/server/settings.ts'

type SecondFactorState = Pick<typeof account.$inferSelect, 'totpSince'>

/**
 * Returns true if the staff account must set up a second factor first. `STAFF_TOTP=off` is honoured for demo data only.
 */
export const mustEnrol = async (ctx: Pick<Ctx, 'db' | 'config'>, { totpSince }: SecondFactorState) =>
  totpSince === null && (ctx.config.staffTotp === 'on' || !(await isDemo(ctx)))
