import { dayOf } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { nextFreeNumber } from '#modules/certificates/issuing/server/freeNumbers.ts'
import { ruleFault } from '#modules/certificates/numbering.ts'
import { seriesByRule } from '#modules/certificates/server/numberRules.ts'
import type { personnelCatalogueContract } from '../contract.ts'

/** Beijing: somewhere the example has to be. */
const EXAMPLE_PROVINCE = '110000'

export const personnelCatalogueHandlers: Handlers<typeof personnelCatalogueContract> = {
  'GET /staff/personnel/kind/number': async (ctx, { rule, code, level }) => {
    const fault = ruleFault(rule)
    if (fault) return { number: '', fault }
    const year = dayOf(ctx.now).slice(0, 4)
    const of = { kindCode: code, levelCode: level, year, provinceCode: EXAMPLE_PROVINCE }
    return { number: await nextFreeNumber(ctx, await seriesByRule(ctx, rule, of)), fault: '' }
  },
}
