import type { Handlers } from '#lib/server/api/call.ts'
import type { homeContract } from '../contract.ts'
import { memberCalendar } from './calendar.ts'
import { figures } from './figures.ts'
import { memberInfo } from './info.ts'
import { memberOverview } from './overview.ts'
import { sitemap } from './sitemap.ts'

export const homeHandlers: Handlers<typeof homeContract> = {
  'GET /cms/index/noLogin/num/num': figures,
  'GET /sitemap': sitemap,
  'GET /member/info': memberInfo,
  'GET /member/overview': memberOverview,
  'GET /member/calendar': memberCalendar,
}
