import type { Ctx } from '#lib/server/api/context.ts'
import { defineTasks } from '#lib/server/oversight/deskTasks.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { driversOf } from '../providers/server/drivers.ts'
import { staffPaymentsContract as contract } from '../staffContract.ts'
import { staffPaymentsHandlers as handlers } from './staffHandlers.ts'

const differences = listOf('/staff/reconciliation', { contract, handlers, key: 'GET /staff/reconciliation/list' })

/** Online payment is set up. */
const isOffered = (ctx: Ctx) => driversOf(ctx).length > 0

defineTasks({
  order: 72,
  code: 'paymentDifferences',
  name: '对账差异待处理',
  may: 'staff:finance',
  isOffered,
  of: differences,
  filters: { state: 'open' },
})
