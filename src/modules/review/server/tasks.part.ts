import { defineTasks } from '#lib/server/oversight/deskTasks.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { staffReviewContract as contract } from '../staffContract.ts'
import { staffReviewHandlers as handlers } from './staffHandlers.ts'

const queue = listOf('/staff/review', { contract, handlers, key: 'GET /staff/review/list' })
const notices = listOf('/staff/notices', { contract, handlers, key: 'GET /staff/notice/list' })

defineTasks(
  {
    order: 10,
    code: 'overdue',
    name: '超过办理时限的申请',
    may: 'staff:applications',
    isUrgent: true,
    of: queue,
    filters: { status: 'mine', overdue: '1' },
  },
  {
    order: 20,
    code: 'held',
    name: '有异议待核查的公示',
    may: 'staff:decide',
    isUrgent: true,
    of: notices,
    filters: { state: 'held' },
  },
  { order: 30, code: 'submitted', name: '待初审', may: 'staff:review', of: queue, filters: { status: 'submitted' } },
  { order: 40, code: 'checking', name: '待复审', may: 'staff:review', of: queue, filters: { status: 'checking' } },
  { order: 50, code: 'deciding', name: '待审议', may: 'staff:decide', of: queue, filters: { status: 'deciding' } },
  { order: 60, code: 'paying', name: '缴费待确认', may: 'staff:finance', of: queue, filters: { status: 'paying' } },
  {
    order: 140,
    code: 'mine',
    name: '分给我办理的申请',
    may: 'staff:review',
    of: queue,
    filters: { status: 'open', assignee: 'me' },
  },
)
