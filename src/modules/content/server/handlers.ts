import type { Handlers } from '#lib/server/api/call.ts'
import type { contentContract } from '../contract.ts'
import { menuHandlers } from '../navigation/server/menu.ts'
import { navigationHandlers } from '../navigation/server/navigation.ts'
import { announcementsHandlers } from './announcements.part.ts'
import { articlesHandlers } from './articles.ts'
import { frontageHandlers } from './bannersAndLinks.ts'
import { readingHandlers } from './reading.ts'
import { viewsHandlers } from './views.ts'

export const contentHandlers: Handlers<typeof contentContract> = {
  ...navigationHandlers,
  ...frontageHandlers,
  ...announcementsHandlers,
  ...menuHandlers,
  ...articlesHandlers,
  ...readingHandlers,
  ...viewsHandlers,
}
