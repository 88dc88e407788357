import { defineTasks } from '#lib/server/oversight/deskTasks.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { staffMembersContract as contract } from '../staffContract.ts'
import { staffMembersHandlers as handlers } from './staffHandlers.ts'

const handovers = listOf('/staff/handovers', { contract, handlers, key: 'GET /staff/handover/list' })

defineTasks({
  order: 150,
  code: 'handovers',
  name: '联系人变更待核对',
  may: 'staff:members',
  of: handovers,
  filters: { status: 'submitted' },
})
