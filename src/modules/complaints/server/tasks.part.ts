import { defineTasks } from '#lib/server/oversight/deskTasks.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { staffComplaintsContract as contract } from '../staffContract.ts'
import { staffComplaintsHandlers as handlers } from './staffHandlers.ts'

const complaints = listOf('/staff/complaints', { contract, handlers, key: 'GET /staff/complaint/list' })

defineTasks(
  {
    order: 62,
    code: 'complaints',
    name: '办理中的投诉与请求',
    may: 'staff:complaints',
    of: complaints,
    filters: { state: 'open' },
  },
  {
    order: 63,
    code: 'complaintsOverdue',
    name: '超期的投诉与请求',
    may: 'staff:complaints',
    of: complaints,
    filters: { overdue: 'yes' },
  },
)
