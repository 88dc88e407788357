import { defineTasks } from '#lib/server/oversight/deskTasks.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { staffTrainingContract as contract } from '../staffContract.ts'
import { staffTrainingHandlers as handlers } from './staffHandlers.ts'

const registrations = listOf('/staff/registrations', { contract, handlers, key: 'GET /staff/training/registrations' })

defineTasks(
  {
    order: 80,
    code: 'enrolments',
    name: '待初审的培训报名',
    may: 'staff:training',
    of: registrations,
    filters: { status: 'submitted' },
  },
  {
    order: 90,
    code: 'refunds',
    name: '待退的培训费',
    may: 'staff:finance',
    of: registrations,
    filters: { status: 'refundDue' },
  },
)
