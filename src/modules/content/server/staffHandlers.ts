import type { Handlers } from '#lib/server/api/call.ts'
import type { staffContentContract } from '../staffContract.ts'
import { staffArticlesHandlers } from './articleHandlers.ts'
import { exportRedirects, listRedirects, removeRedirect, saveRedirect } from './redirectDesk.ts'
import { staffSiteHandlers } from './siteHandlers.ts'

export const staffContentHandlers: Handlers<typeof staffContentContract> = {
  ...staffArticlesHandlers,
  ...staffSiteHandlers,
  'GET /staff/redirect/list': listRedirects,
  'GET /staff/redirect/export': exportRedirects,
  'POST /staff/redirect/save': saveRedirect,
  'POST /staff/redirect/remove': removeRedirect,
}
