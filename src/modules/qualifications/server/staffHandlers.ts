import type { Handlers } from '#lib/server/call.ts'
import type { staffQualificationsContract } from '../staffContract.ts'
import { catalogueHandlers } from './catalogueHandlers.ts'
import { shortfallHandlers } from './shortfallHandlers.ts'
import { siteHandlers } from './siteHandlers.ts'

export const staffQualificationsHandlers: Handlers<typeof staffQualificationsContract> = {
  ...catalogueHandlers,
  ...siteHandlers,
  ...shortfallHandlers,
}
