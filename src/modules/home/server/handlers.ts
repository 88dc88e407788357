import type { Handlers } from '#lib/server/api/call.ts'
import type { homeContract } from '../contract.ts'
import type { staffHomeContract } from '../staffContract.ts'
import { calendarHandlers } from './calendar.ts'
import { figuresHandlers } from './figures.part.ts'
import { homePageHandlers } from './homePage.ts'
import { infoHandlers } from './info.ts'
import { overviewHandlers } from './overview.ts'
import { sitemapHandlers } from './sitemap.ts'

export const homeHandlers: Handlers<typeof homeContract & typeof staffHomeContract> = {
  ...homePageHandlers,
  ...figuresHandlers,
  ...sitemapHandlers,
  ...infoHandlers,
  ...overviewHandlers,
  ...calendarHandlers,
}
