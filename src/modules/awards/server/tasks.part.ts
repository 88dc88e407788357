import { defineTasks } from '#lib/server/oversight/deskTasks.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { staffAwardsContract as contract } from '../staffContract.ts'
import { staffAwardsHandlers as handlers } from './staffHandlers.ts'

const rounds = listOf('/staff/award-rounds', { contract, handlers, key: 'GET /staff/award/round/list' })
const winners = listOf('/staff/award-winners', { contract, handlers, key: 'GET /staff/award-winner/list' })

defineTasks(
  {
    order: 100,
    code: 'awardRounds',
    name: '评分中的奖励评审',
    may: 'staff:awards',
    of: rounds,
    filters: { state: 'open' },
  },
  {
    order: 110,
    code: 'winners',
    name: '待公布的获奖项目',
    may: 'staff:awards',
    of: winners,
    filters: { state: 'unpublished' },
  },
)
