import type { Handlers } from '#lib/server/api/call.ts'
import type { advertsContract } from '../contract.ts'
import type { ownAdvertsContract } from '../ownContract.ts'
import { runningAdverts } from './adverts.ts'
import { showContact } from './contact.ts'
import { countClick, countViews } from './counting.ts'
import { quote } from './fees.ts'
import { showOwn } from './info.ts'
import { listOwn, removeOwn } from './own.ts'
import { exportStats, ownInvoice, showStats } from './stats.ts'
import { updateOwn } from './update.ts'

export const advertsHandlers: Handlers<typeof advertsContract & typeof ownAdvertsContract> = {
  'GET /cms/index/noLogin/adverti': runningAdverts,
  'POST /app/adverti/view': countViews,
  'POST /app/adverti/click': countClick,
  'GET /cms/adverti/list': listOwn,
  'GET /cms/adverti/contact': showContact,
  'GET /cms/adverti/quote': quote,
  'GET /cms/adverti/user/info': showOwn,
  'POST /cms/adverti/user/update': updateOwn,
  'POST /cms/adverti/user/remove': removeOwn,
  'GET /cms/adverti/stats': showStats,
  'GET /cms/adverti/stats/export': exportStats,
  'GET /cms/adverti/invoice': ownInvoice,
}
