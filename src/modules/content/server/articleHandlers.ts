import type { Handlers } from '#lib/server/api/call.ts'
import type { staffArticlesContract } from '../articleContract.ts'
import { actOnMany } from './writing/bulk.ts'
import { countByMonth, exportMonths, listColumns } from './writing/columns.ts'
import { showWork } from './writing/editing.ts'
import { countStates, exportWork, listWork } from './writing/list.ts'
import { handIn, publish, recall, schedule, sendBack, unschedule, withdraw } from './writing/moving.ts'
import { fetchPicture } from './writing/pictures.ts'
import { createArticle, saveArticle, setAside } from './writing/saving.ts'
import { deleteArticle, undeleteArticle } from './writing/trash.ts'
import { listVersions, restoreVersion, showVersion } from './writing/versions.ts'

export const staffArticlesHandlers: Handlers<typeof staffArticlesContract> = {
  'GET /staff/article/list': listWork,
  'GET /staff/article/counts': countStates,
  'GET /staff/article/export': exportWork,
  'GET /staff/article/columns': listColumns,
  'GET /staff/article/statistics': countByMonth,
  'GET /staff/article/statistics/export': exportMonths,
  'GET /staff/article/detail': showWork,
  'POST /staff/article/create': createArticle,
  'POST /staff/article/save': saveArticle,
  'POST /staff/article/aside': setAside,
  'POST /staff/article/handIn': handIn,
  'POST /staff/article/recall': recall,
  'POST /staff/article/delete': deleteArticle,
  'POST /staff/article/undelete': undeleteArticle,
  'POST /staff/article/return': sendBack,
  'POST /staff/article/publish': publish,
  'POST /staff/article/schedule': schedule,
  'POST /staff/article/unschedule': unschedule,
  'POST /staff/article/withdraw': withdraw,
  'POST /staff/article/bulk': actOnMany,
  'GET /staff/article/version/list': listVersions,
  'GET /staff/article/version/detail': showVersion,
  'POST /staff/article/version/restore': restoreVersion,
  'POST /staff/picture/fetch': (ctx, input) => fetchPicture(ctx, input),
}
