import { defineTasks } from '#lib/server/oversight/deskTasks.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { staffElectionsContract as contract } from '../staffContract.ts'
import { staffElectionsHandlers as handlers } from './staffHandlers.ts'

const elections = listOf('/staff/elections', { contract, handlers, key: 'GET /staff/election/list' })

defineTasks(
  {
    order: 64,
    code: 'electionsDue',
    name: '日程快到期的换届选举',
    may: 'staff:elections',
    of: elections,
    filters: { due: 'soon' },
  },
  {
    order: 65,
    code: 'electionsLate',
    name: '日程已逾期的换届选举',
    may: 'staff:elections',
    of: elections,
    filters: { due: 'late' },
    isUrgent: true,
  },
)
