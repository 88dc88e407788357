import { signedInActor } from '#lib/server/api/context.ts'
import { defineTasks } from '#lib/server/oversight/deskTasks.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { reviewSteps } from '../reviewSteps.ts'
import { staffContentContract as contract } from '../staffContract.ts'
import { staffContentHandlers as handlers } from './staffHandlers.ts'

const articles = listOf('/staff/articles', { contract, handlers, key: 'GET /staff/article/list' })

defineTasks(
  {
    order: 160,
    code: 'review',
    name: '文章待我审核',
    may: ctx => reviewSteps.some(({ may }) => signedInActor(ctx).permissions.includes(may)),
    of: articles,
    filters: { awaits: 'me' },
  },
  {
    order: 170,
    code: 'returned',
    name: '退回我修改的文章',
    may: 'staff:content',
    of: articles,
    filters: { status: 'returned', mine: '1' },
  },
  {
    order: 180,
    code: 'drafts',
    name: '我的草稿',
    may: 'staff:content',
    of: articles,
    filters: { status: 'draft', mine: '1' },
  },
)
