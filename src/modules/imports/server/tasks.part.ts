import { defineTasks } from '#lib/server/oversight/deskTasks.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { staffImportsContract as contract } from '../staffContract.ts'
import { staffImportsHandlers as handlers } from './staffHandlers.ts'

const imports = listOf('/staff/imports', { contract, handlers, key: 'GET /staff/import/list' })

defineTasks({
  order: 210,
  code: 'interrupted',
  name: '中断的导入',
  may: 'staff:imports',
  isUrgent: true,
  of: imports,
  filters: { status: 'interrupted' },
})
