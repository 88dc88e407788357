import { asc } from 'drizzle-orm'
import type { Handlers } from '#lib/server/api/call.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import type { staffArticlesContract } from '../articleContract.ts'
import { staffNavigationHandlers } from '../navigation/server/handlers.ts'
import { staffOldSiteHandlers } from '../oldSite/server/handlers.ts'
import type { staffSiteContract } from '../siteContract.ts'
import { linkFields } from '../siteForms.ts'
import type { staffContentContract } from '../staffContract.ts'
import { wordHandlers } from '../words/server/words.ts'
import { announcementDesk, announcementsHandlers } from './announcements.ts'
import { bannerDesk, bannerDeskHandlers, usePictures } from './bannerDesk.ts'
import { catalogueDesk, catalogueDeskHandlers } from './catalogueDesk.ts'
import { pictureDeskHandlers } from './pictureDesk.ts'
import { redirectDeskHandlers } from './redirectDesk.ts'
import { link } from './tables.ts'
import { bulkHandlers } from './writing/bulk.ts'
import { columnsHandlers } from './writing/columns.ts'
import { editingHandlers } from './writing/editing.ts'
import { listHandlers } from './writing/list.ts'
import { movingHandlers } from './writing/moving.ts'
import { fetchPicture } from './writing/pictures.ts'
import { savingHandlers } from './writing/saving.ts'
import { trashHandlers } from './writing/trash.ts'
import { versionsHandlers } from './writing/versions.ts'

type Link = typeof link.$inferSelect

const linkForm = bindForm(linkFields, link, { logo: 'logoId' }).besides({ id: true, sort: true })

const linkDesk = defineSiteRecords<Link>({
  objectType: 'link',
  called: '友情链接',
  fields: linkFields,
  read: ({ db }) => db.select().from(link).orderBy(asc(link.sort), asc(link.id)),
  valuesOf: linkForm.valuesOf,
  check: (_, { kind, logo }) => wrongIf(kind === 'picture' && !logo, { logo: '请上传图片，或改为显示文字' }),
  write: async (ctx, values, before) => {
    const row = linkForm.rowOf(values)
    await usePictures(ctx, [row.logoId], [before?.logoId])
    return saveInOrder(ctx.db, link, row, before)
  },
  table: link,
  pack: { key: 'name' },
  order: {},
})

const staffSiteHandlers: Handlers<typeof staffSiteContract> = {
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

const staffArticlesHandlers: Handlers<typeof staffArticlesContract> = {
  'POST /staff/picture/fetch': (ctx, input) => fetchPicture(ctx, input),
  ...listHandlers,
  ...columnsHandlers,
  ...editingHandlers,
  ...savingHandlers,
  ...movingHandlers,
  ...trashHandlers,
  ...bulkHandlers,
  ...versionsHandlers,
  ...wordHandlers,
}

export const staffContentHandlers: Handlers<typeof staffContentContract> = {
  ...staffArticlesHandlers,
  ...staffSiteHandlers,
  ...staffNavigationHandlers,
  ...redirectDeskHandlers,
  ...staffOldSiteHandlers,
}
