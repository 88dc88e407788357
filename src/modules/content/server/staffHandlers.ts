import type { Handlers } from '#lib/server/api/call.ts'
import type { staffArticlesContract } from '../articleContract.ts'
import { staffNavigationHandlers } from '../navigation/server/placeDesk.ts'
import { staffOldSiteHandlers } from '../oldSite/server/handlers.ts'
import type { staffContentContract } from '../staffContract.ts'
import { wordHandlers } from '../words/server/words.ts'
import { catalogueDeskHandlers } from './catalogueDesk.part.ts'
import { pictureDeskHandlers } from './pictureDesk.ts'
import { redirectDeskHandlers } from './redirectDesk.ts'
import { readWordDocument } from './word/wordDocument.ts'
import { bulkHandlers } from './writing/bulk.ts'
import { columnsHandlers } from './writing/columns.ts'
import { editingHandlers } from './writing/editing.ts'
import { listHandlers } from './writing/list.ts'
import { movingHandlers } from './writing/moving.ts'
import { fetchPicture } from './writing/pictures.ts'
import { savingHandlers } from './writing/saving.ts'
import { trashHandlers } from './writing/trash.ts'
import { versionsHandlers } from './writing/versions.ts'

const staffArticlesHandlers: Handlers<typeof staffArticlesContract> = {
  'POST /staff/article/document': ctx => readWordDocument(ctx),
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
  ...catalogueDeskHandlers,
  ...pictureDeskHandlers,
  ...staffNavigationHandlers,
  ...redirectDeskHandlers,
  ...staffOldSiteHandlers,
}
