import type { Handlers } from '#lib/server/api/call.ts'
import { exportOverdue, listOverdue } from '#modules/qualifications/applying/server/annualReports.ts'
import type { shortfallContract } from '../contract.ts'
import '#modules/qualifications/server/fileParts.ts'
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
