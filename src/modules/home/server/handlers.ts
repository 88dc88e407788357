import type { Handlers } from '#lib/server/api/call.ts'
import type { homeContract } from '../contract.ts'
import { blocksHandlers } from './blocks.ts'
import { calendarHandlers } from './calendar.ts'
import { figuresHandlers } from './figures.ts'
import { infoHandlers } from './info.ts'
import { overviewHandlers } from './overview.ts'
import { sitemapHandlers } from './sitemap.ts'

export const homeHandlers: Handlers<typeof homeContract> = {
  ...blocksHandlers,
  ...figuresHandlers,
  ...sitemapHandlers,
  ...infoHandlers,
  ...overviewHandlers,
  ...calendarHandlers,
}
