import { defineTasks } from '#lib/server/oversight/deskTasks.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { staffStatisticsContract as contract } from '../staffContract.ts'
import { staffStatisticsHandlers as handlers } from './staffHandlers.ts'

defineTasks({
  order: 66,
  code: 'statisticsReports',
  name: '待核的统计报表',
  may: 'staff:industry',
  of: listOf('/staff/industry/reports', { contract, handlers, key: 'GET /staff/industry/report/list' }),
  filters: { state: 'submitted' },
})
