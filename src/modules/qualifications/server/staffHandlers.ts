import type { Handlers } from '#lib/server/api/call.ts'
import { catalogueHandlers } from '../catalogue/server/catalogueHandlers.ts'
import { shortfallHandlers } from '../shortfalls/server/shortfallHandlers.ts'
import { siteHandlers } from '../site/server/siteHandlers.ts'
import type { staffQualificationsContract } from '../staffContract.ts'

export const staffQualificationsHandlers: Handlers<typeof staffQualificationsContract> = {
  ...catalogueHandlers,
  ...siteHandlers,
  ...shortfallHandlers,
}
