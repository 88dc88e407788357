import { defineTasks } from '#lib/server/oversight/deskTasks.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { approvalsContract as contract } from '../contract.ts'
import { approvalsHandlers as handlers, mayDecideOnAny } from './handlers.ts'

const approvals = listOf('/staff/approvals', { contract, handlers, key: 'GET /staff/approval/list' })

defineTasks({
  order: 10,
  code: 'approvals',
  name: '等我复核的操作',
  may: mayDecideOnAny,
  isUrgent: true,
  of: approvals,
  filters: { state: 'forMe' },
})
