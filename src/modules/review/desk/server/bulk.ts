import type { Handlers } from '#lib/server/api/call.ts'
import { signed } from '#lib/server/api/context.ts'
import { oneByOne } from '#lib/server/api/oneByOne.ts'
import { refuseApplicationOutside } from '#modules/review/server/provinces.ts'
import type { staffDeskContract } from '../deskContract.ts'
import { decide } from './decisions.ts'

export const bulkHandlers = {
  /** The same decision on many, each by the rules and with the permission that its own state asks for. */
  'POST /staff/review/bulk': async (ctx, { items, action, opinion }) => {
    const { permissions, limited = {} } = signed(ctx)
    const versions = new Map(items.map(({ id, version }) => [id, version]))
    return oneByOne(ctx, [...versions.keys()], async id => {
      const decision = { id, version: versions.get(id)!, action, opinion, remarks: [] }
      await refuseApplicationOutside(ctx, 'staff:applications', id)
      return (await decide(ctx, decision, [...permissions, ...Object.keys(limited)])).statusName
    })
  },
} satisfies Partial<Handlers<typeof staffDeskContract>>
