import { dayOf } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { nextFreeNumber } from '#modules/certificates/issuing/server/freeNumbers.ts'
import { ruleFault } from '#modules/certificates/numbering.ts'
import { seriesByRule } from '#modules/certificates/server/numberRules.ts'
import type { personnelCatalogueContract } from '../contract.ts'
import { groupDesk } from './groupDesk.ts'
import { kindDesk } from './kindDesk.ts'
import { CERTIFICATES, describeUses, readKindUses, sumOf } from './kindUses.ts'

/** Beijing: somewhere the example has to be. */
const EXAMPLE_PROVINCE = '110000'

export const personnelCatalogueHandlers: Handlers<typeof personnelCatalogueContract> = {
  'GET /staff/personnel/group/list': async ctx => {
    const { list, ...rest } = await groupDesk.list(ctx)
    const usesOf = await groupDesk.countUses(ctx)
    return {
      ...rest,
      list: list.map(row => ({
        ...row,
        uses: usesOf(row.id),
        code: String(row.values.code),
        isRetired: row.values.state === 'retired',
      })),
    }
  },
  'POST /staff/personnel/group/save': groupDesk.save,
  'POST /staff/personnel/group/move': groupDesk.move,
  'POST /staff/personnel/group/remove': groupDesk.remove,
  'GET /staff/personnel/kind/list': async ctx => {
    const { list, ...rest } = await kindDesk.list(ctx)
    const uses = await readKindUses(ctx)
    return {
      ...rest,
      list: list.map(row => {
        const own = uses.filter(({ kindId }) => kindId === row.id)
        return {
          ...row,
          uses: sumOf(own),
          groupId: Number(row.values.groupId),
          code: String(row.values.code),
          isRetired: row.values.state === 'retired',
          isStates: row.values.issuer === 'state',
          certificates: sumOf(own.filter(({ called }) => called === CERTIFICATES)),
          usedBy: describeUses(own),
        }
      }),
    }
  },
  'GET /staff/personnel/kind/number': async (ctx, { rule, code, level }) => {
    const fault = ruleFault(rule)
    if (fault) return { number: '', fault }
    const year = dayOf(ctx.now).slice(0, 4)
    const of = { kindCode: code, levelCode: level, year, provinceCode: EXAMPLE_PROVINCE }
    return { number: await nextFreeNumber(ctx, await seriesByRule(ctx, rule, of)), fault: '' }
  },
  'POST /staff/personnel/kind/save': kindDesk.save,
  'POST /staff/personnel/kind/move': kindDesk.move,
  'POST /staff/personnel/kind/remove': kindDesk.remove,
}
