import { defineTasks } from '#lib/server/oversight/deskTasks.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { staffLedgerContract as contract } from '../staffContract.ts'
import { staffLedgerHandlers as handlers } from './staffHandlers.ts'

defineTasks({
  order: 71,
  code: 'paymentCredits',
  name: '到账有余款，待核销或退还',
  may: 'staff:finance',
  of: listOf('/staff/received', { contract, handlers, key: 'GET /staff/received/list' }),
  filters: { state: 'credit' },
})
