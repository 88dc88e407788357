import type { Handlers } from '#lib/server/api/call.ts'
import type { staffAdvertsContract } from '../staffContract.ts'
import { advertsHandlers } from './desk/adverts.ts'
import { calendarHandlers } from './desk/calendar.ts'
import { statisticsHandlers } from './desk/statistics.ts'
import { takingDownHandlers } from './desk/takingDown.ts'

export const staffAdvertsHandlers: Handlers<typeof staffAdvertsContract> = {
  ...advertsHandlers,
  ...calendarHandlers,
  ...takingDownHandlers,
  ...statisticsHandlers,
}
