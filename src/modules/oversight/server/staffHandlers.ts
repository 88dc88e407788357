import type { Handlers } from '#lib/server/api/call.ts'
import type { staffOversightContract } from '../staffContract.ts'
import { exportHealth, showHealth, wantCheck } from './health.ts'
import { exportRuns, listJobs, listRuns, runJob } from './jobs.ts'
import { showOverview } from './overview.ts'
import { exportStatistics, showStatistics } from './statistics.ts'

export const staffOversightHandlers: Handlers<typeof staffOversightContract> = {
  'GET /staff/overview': showOverview,
  'GET /staff/statistics': showStatistics,
  'GET /staff/statistics/export': exportStatistics,
  'GET /staff/health': showHealth,
  'GET /staff/health/export': exportHealth,
  'POST /staff/health/check': wantCheck,
  'GET /staff/job/list': listJobs,
  'GET /staff/job/runs': listRuns,
  'GET /staff/job/export': exportRuns,
  'POST /staff/job/run': runJob,
}
