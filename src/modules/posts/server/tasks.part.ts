import { defineTasks } from '#lib/server/oversight/deskTasks.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { staffPostsContract as contract } from '../staffContract.ts'
import { staffPostsHandlers as handlers } from './staffHandlers.ts'

const appointments = listOf('/staff/appointments', { contract, handlers, key: 'GET /staff/appointment/list' })

defineTasks(
  {
    order: 64,
    code: 'appointmentsEnding',
    name: '即将届满的任职',
    may: 'staff:posts',
    of: appointments,
    filters: { ending: 'yes' },
  },
  {
    order: 65,
    code: 'lettersDue',
    name: '待发的聘书',
    may: 'staff:posts',
    of: appointments,
    filters: { letter: 'due' },
  },
)
