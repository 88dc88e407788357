import type { Handlers } from '#lib/server/api/call.ts'
import type { statisticsContract } from '../contract.ts'
import { publicStatisticsHandlers } from './publicStatistics.ts'
import { ownReportHandlers } from './reports.ts'

export const statisticsHandlers: Handlers<typeof statisticsContract> = {
  ...publicStatisticsHandlers,
  ...ownReportHandlers,
}
