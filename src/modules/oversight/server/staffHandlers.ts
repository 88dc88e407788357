import type { Handlers } from '#lib/server/api/call.ts'
import { backupHandlers } from '../backups/server/handlers.ts'
import { reportHandlers } from '../reports/server/reporting.ts'
import type { staffOversightContract } from '../staffContract.ts'
import { healthHandlers } from './health.ts'
import { jobsHandlers } from './jobs.ts'
import { overviewHandlers } from './overview.ts'
import { statisticsHandlers } from './statistics.ts'

export const staffOversightHandlers: Handlers<typeof staffOversightContract> = {
  ...overviewHandlers,
  ...statisticsHandlers,
  ...reportHandlers,
  ...healthHandlers,
  ...jobsHandlers,
  ...backupHandlers,
}
