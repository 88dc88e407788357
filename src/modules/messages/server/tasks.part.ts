import { defineTasks } from '#lib/server/oversight/deskTasks.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { staffMessagesContract as contract } from '../staffContract.ts'
import { staffMessagesHandlers as handlers } from './staffHandlers.ts'

const outbox = listOf('/staff/outbox', { contract, handlers, key: 'GET /staff/outbox/list' })

defineTasks({
  order: 200,
  code: 'failed',
  name: '没有发出的短信与邮件',
  may: 'staff:messages',
  isUrgent: true,
  of: outbox,
  filters: { state: 'failed' },
})
