import type { Handlers } from '#lib/server/api/call.ts'
import type { staffSiteContract } from '../siteContract.ts'
import { announcementDesk, listAnnouncements } from './announcements.ts'
import { bannerDesk, listBanners } from './bannerDesk.ts'
import { catalogueDesk, listCatalogues, moveArticles } from './catalogueDesk.ts'
import { linkDesk } from './linkDesk.ts'
import { changeQr, showQr } from './qrDesk.ts'

export const staffSiteHandlers: Handlers<typeof staffSiteContract> = {
  'GET /staff/catalogue/list': listCatalogues,
  'POST /staff/catalogue/save': catalogueDesk.save,
  'POST /staff/catalogue/move': catalogueDesk.move,
  'POST /staff/catalogue/moveArticles': moveArticles,
  'POST /staff/catalogue/remove': catalogueDesk.remove,
  'GET /staff/banner/list': listBanners,
  'POST /staff/banner/save': bannerDesk.save,
  'POST /staff/banner/move': bannerDesk.move,
  'POST /staff/banner/remove': bannerDesk.remove,
  'GET /staff/link/list': linkDesk.list,
  'POST /staff/link/save': linkDesk.save,
  'POST /staff/link/move': linkDesk.move,
  'POST /staff/link/remove': linkDesk.remove,
  'GET /staff/announcement/list': listAnnouncements,
  'POST /staff/announcement/save': announcementDesk.save,
  'POST /staff/announcement/remove': announcementDesk.remove,
  'GET /staff/qr': showQr,
  'POST /staff/qr/save': changeQr,
}
