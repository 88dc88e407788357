import type { Handlers } from '#lib/server/api/call.ts'
import type { contentContract } from '../contract.ts'
import { currentAnnouncements } from './announcements.ts'
import { listArticles } from './articles.ts'
import { menu, siblings } from './catalogues.ts'
import { homeBanners, links, partyBanners } from './frontage.ts'
import { describe, showArticle, showPage } from './reading.ts'
import { countView } from './views.ts'

export const contentHandlers: Handlers<typeof contentContract> = {
  'GET /cms/index/noLogin/banner': homeBanners,
  'GET /cms/index/noLogin/banner/party': partyBanners,
  'GET /cms/index/noLogin/link': links,
  'GET /cms/index/noLogin/announcement': currentAnnouncements,
  'GET /catalog': menu,
  'GET /catalog/2': siblings,
  'GET /catalog/a': listArticles,
  'GET /catalog/b': showPage,
  'GET /catalog/a/info': showArticle,
  'POST /catalog/a/view': countView,
  'GET /catalog/seo': describe,
}
