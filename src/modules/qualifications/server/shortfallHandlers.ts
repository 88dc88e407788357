import type { Handlers } from '#lib/server/call.ts'
import type { shortfallContract } from '../shortfallContract.ts'
import { exportOverdue, listOverdue } from './annualReports.ts'
import './fileParts.ts'
import './shortfallEvents.ts'
import { exportShortfalls, listShortfalls } from './shortfallList.ts'
import { remindOfShortfalls } from './shortfallReminding.ts'

export const shortfallHandlers: Handlers<typeof shortfallContract> = {
  'GET /staff/qualification/shortfall/list': listShortfalls,
  'GET /staff/qualification/shortfall/export': exportShortfalls,
  'POST /staff/qualification/shortfall/remind': remindOfShortfalls,
  'GET /staff/qualification/annual/list': listOverdue,
  'GET /staff/qualification/annual/export': exportOverdue,
}
