import type { Handlers } from '#lib/server/api/call.ts'
import { valuesOf } from '#modules/review/server/applications.ts'
import { refuseApplicationOutside } from '#modules/review/server/provinces.ts'
import { readRegisterParts } from '#modules/review/server/registerParts.ts'
import { submittedApplication } from '#modules/review/server/steps.ts'
import type { deskRegisterContract } from '../registerContract.ts'

export const registerPanelHandlers: Handlers<typeof deskRegisterContract> = {
  'GET /staff/review/register': async (ctx, { id }) => {
    const application = await submittedApplication(ctx, id)
    await refuseApplicationOutside(ctx, 'staff:applications', id)
    return readRegisterParts(ctx, { application, values: await valuesOf(ctx, application) })
  },
}
