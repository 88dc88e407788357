import { defineTasks } from '#lib/server/oversight/deskTasks.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { staffAdvertsContract as contract } from '../staffContract.ts'
import { staffAdvertsHandlers as handlers } from './staffHandlers.ts'

const adverts = listOf('/staff/adverts', { contract, handlers, key: 'GET /staff/adverts' })

defineTasks({
  order: 130,
  code: 'advertInvoices',
  name: '待开的广告发票',
  may: 'staff:finance',
  of: adverts,
  filters: { invoice: 'due' },
})
