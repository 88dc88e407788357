import type { Handlers } from '#lib/server/api/call.ts'
import type { staffSiteContract } from '../siteContract.ts'
import { announcementDesk, announcementsHandlers } from './announcements.ts'
import { bannerDesk, bannerDeskHandlers } from './bannerDesk.ts'
import { catalogueDesk, catalogueDeskHandlers } from './catalogueDesk.ts'
import { linkDesk } from './linkDesk.ts'
import { pictureDeskHandlers } from './pictureDesk.ts'

export const staffSiteHandlers: Handlers<typeof staffSiteContract> = {
  'POST /staff/catalogue/save': catalogueDesk.save,
  'POST /staff/catalogue/move': catalogueDesk.move,
  'POST /staff/catalogue/remove': catalogueDesk.remove,
  'POST /staff/banner/save': bannerDesk.save,
  'POST /staff/banner/move': bannerDesk.move,
  'POST /staff/banner/remove': bannerDesk.remove,
  'GET /staff/link/list': linkDesk.list,
  'POST /staff/link/save': linkDesk.save,
  'POST /staff/link/move': linkDesk.move,
  'POST /staff/link/remove': linkDesk.remove,
  'POST /staff/announcement/save': announcementDesk.save,
  'POST /staff/announcement/remove': announcementDesk.remove,
  ...announcementsHandlers,
  ...catalogueDeskHandlers,
  ...bannerDeskHandlers,
  ...pictureDeskHandlers,
}
