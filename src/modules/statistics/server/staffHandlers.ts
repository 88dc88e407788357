import type { Handlers } from '#lib/server/api/call.ts'
import type { staffStatisticsContract } from '../staffContract.ts'
import { reportDeskHandlers } from './reportDesk.ts'
import { reporterHandlers } from './reporters.ts'
import { sumsHandlers } from './sums.ts'

export const staffStatisticsHandlers: Handlers<typeof staffStatisticsContract> = {
  ...reportDeskHandlers,
  ...reporterHandlers,
  ...sumsHandlers,
}
