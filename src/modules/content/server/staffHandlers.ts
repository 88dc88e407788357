import type { Handlers } from '#lib/server/api/call.ts'
import { staffNavigationHandlers } from '../navigation/server/handlers.ts'
import { staffOldSiteHandlers } from '../oldSite/server/handlers.ts'
import type { staffContentContract } from '../staffContract.ts'
import { staffArticlesHandlers } from './articleHandlers.ts'
import { redirectDeskHandlers } from './redirectDesk.ts'
import { staffSiteHandlers } from './siteHandlers.ts'

export const staffContentHandlers: Handlers<typeof staffContentContract> = {
  ...staffArticlesHandlers,
  ...staffSiteHandlers,
  ...staffNavigationHandlers,
  ...redirectDeskHandlers,
  ...staffOldSiteHandlers,
}
