import type { Handlers } from '#lib/server/api/call.ts'
import { CERTIFICATES, describeUses, readKindUses, sumOf } from '#modules/certificates/catalogue/server/kindUses.ts'
import type { personnelCatalogueContract } from '../contract.ts'
import { groupDesk } from './groupDesk.ts'
import { kindDesk } from './kindDesk.ts'

export const personnelCatalogueHandlers: Handlers<typeof personnelCatalogueContract> = {
  'GET /staff/personnel/group/list': groupDesk.list,
  'POST /staff/personnel/group/save': groupDesk.save,
  'POST /staff/personnel/group/move': groupDesk.move,
  'POST /staff/personnel/group/remove': groupDesk.remove,
  'GET /staff/personnel/kind/list': async ctx => {
    const { list, ...rest } = await kindDesk.list(ctx)
    const usesOf = await readKindUses(ctx, 'personnel')
    return {
      ...rest,
      list: list.map(row => {
        const code = String(row.values.code)
        const uses = usesOf({ id: row.id, code })
        return {
          ...row,
          uses: sumOf(uses),
          groupId: Number(row.values.groupId),
          code,
          isRetired: row.values.state === 'retired',
          isStates: row.values.issuer === 'state',
          certificates: sumOf(uses.filter(({ called }) => called === CERTIFICATES)),
          usedBy: describeUses(uses),
        }
      }),
    }
  },
  'POST /staff/personnel/kind/save': kindDesk.save,
  'POST /staff/personnel/kind/move': kindDesk.move,
  'POST /staff/personnel/kind/remove': kindDesk.remove,
}
