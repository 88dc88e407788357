import { bulkApply } from '#lib/server/api/bulkApply.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { signedInActor } from '#lib/server/api/context.ts'
import { valuesOf } from '#modules/review/server/applications.ts'
import { refuseApplicationOutside } from '#modules/review/server/provinces.ts'
import { readRegisterParts } from '#modules/review/server/registerParts.ts'
import { submittedApplication } from '#modules/review/server/steps.ts'
import type { staffDeskContract } from '../deskContract.ts'
import type { deskRegisterContract } from '../registerContract.ts'
import { assigningHandlers } from './assigning.ts'
import { caseHandlers } from './case.ts'
import { decide, decideAs } from './decisions.ts'
import { notesHandlers } from './notes.ts'
import { queueHandlers } from './queue.ts'
import { queueSheetHandlers } from './queueSheet.ts'
import { reasonsHandlers } from './reasons.ts'
import { undoingHandlers } from './undoing.ts'
import { workloadHandlers } from './workload.ts'

const AT_DESK = { atDesk: true }

const bulkHandlers = {
  /** The same decision on many, each by the rules and with the permission that its own state asks for. */
  'POST /staff/review/bulk': async (ctx, { items, action, opinion }) => {
    const { permissions, limited = {} } = signedInActor(ctx)
    const versions = new Map(items.map(({ id, version }) => [id, version]))
    return bulkApply(ctx, [...versions.keys()], async id => {
      const decision = { id, version: versions.get(id)!, action, opinion, remarks: [] }
      await refuseApplicationOutside(ctx, 'staff:applications', id)
      const may = [...permissions, ...Object.keys(limited)]
      return (await decide(ctx, decision, may, AT_DESK)).statusName
    })
  },
} satisfies Partial<Handlers<typeof staffDeskContract>>

const registerPanelHandlers: Handlers<typeof deskRegisterContract> = {
  'GET /staff/review/register': async (ctx, { id }) => {
    const application = await submittedApplication(ctx, id)
    await refuseApplicationOutside(ctx, 'staff:applications', id)
    return readRegisterParts(ctx, { application, values: await valuesOf(ctx, application) })
  },
}

export const staffDeskHandlers: Handlers<typeof staffDeskContract> = {
  'POST /staff/review/decide': decideAs('staff:review', AT_DESK),
  'POST /staff/decision/record': (ctx, decision) =>
    decideAs('staff:decide', AT_DESK)(ctx, { ...decision, remarks: [] }),
  'POST /staff/fee/confirm': decideAs('staff:finance', AT_DESK),
  ...queueHandlers,
  ...queueSheetHandlers,
  ...assigningHandlers,
  ...workloadHandlers,
  ...bulkHandlers,
  ...caseHandlers,
  ...registerPanelHandlers,
  ...reasonsHandlers,
  ...notesHandlers,
  ...undoingHandlers,
}
