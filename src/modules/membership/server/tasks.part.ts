import { defineTasks } from '#lib/server/oversight/deskTasks.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { staffReviewHandlers } from '#modules/review/server/staffHandlers.ts'
import { staffReviewContract } from '#modules/review/staffContract.ts'
import { staffMembershipContract as contract } from '../staffContract.ts'
import { staffMembershipHandlers as handlers } from './staffHandlers.ts'

const fees = listOf('/staff/fees', { contract, handlers, key: 'GET /staff/fee/list' })
const queue = listOf('/staff/review', {
  contract: staffReviewContract,
  handlers: staffReviewHandlers,
  key: 'GET /staff/review/list',
})

defineTasks({
  order: 35,
  code: 'companyClaims',
  name: '单位认领待核实',
  may: 'staff:review',
  of: queue,
  filters: { status: 'submitted', kind: 'memberClaim' },
})
defineTasks({
  order: 70,
  code: 'claimed',
  name: '会费凭证待确认',
  may: 'staff:finance',
  of: fees,
  filters: { state: 'claimed' },
})
