import { defineTasks, listOf } from '#lib/server/oversight/deskTasks.ts'
import { staffMembershipContract as contract } from '../staffContract.ts'
import { staffMembershipHandlers as handlers } from './staffHandlers.ts'

const fees = listOf('/staff/fees', { contract, handlers, key: 'GET /staff/fee/list' })

defineTasks({
  rank: 70,
  code: 'claimed',
  name: '会费凭证待确认',
  may: 'staff:finance',
  of: fees,
  filters: { state: 'claimed' },
})
