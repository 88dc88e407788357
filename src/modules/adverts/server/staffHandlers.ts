import type { Handlers } from '#lib/server/api/call.ts'
import type { staffAdvertsContract } from '../staffContract.ts'
import { exportAdverts, listAdverts, showAdvert } from './desk/adverts.ts'
import { showCalendar } from './desk/calendar.ts'
import { issueAdvertInvoice } from './desk/invoices.ts'
import { listPositions, savePosition } from './desk/positions.ts'
import { exportStatistics, showStatistics } from './desk/statistics.ts'
import { putBack, takeDown } from './desk/takingDown.ts'

export const staffAdvertsHandlers: Handlers<typeof staffAdvertsContract> = {
  'GET /staff/adverts': listAdverts,
  'GET /staff/advert/export': exportAdverts,
  'GET /staff/advert': showAdvert,
  'GET /staff/advert/calendar': showCalendar,
  'POST /staff/advert/takeDown': takeDown,
  'POST /staff/advert/putBack': putBack,
  'GET /staff/advert/positions': listPositions,
  'POST /staff/advert/position/save': savePosition,
  'GET /staff/advert/statistics': showStatistics,
  'GET /staff/advert/statistics/export': exportStatistics,
  'POST /staff/advert/invoice': issueAdvertInvoice,
}
