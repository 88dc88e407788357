import { formatYuan } from '#lib/money.ts'
import { defineDeskCards } from '#lib/server/oversight/deskCards.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { staffReviewHandlers } from '#modules/review/server/staffHandlers.ts'
import { staffReviewContract } from '#modules/review/staffContract.ts'
import { staffFeesContract as contract } from '../contract.ts'
import { staffFeesHandlers as handlers } from './feeHandlers.ts'

const KEY = 'GET /staff/fee/list'
const fees = listOf('/staff/fees', { contract, handlers, key: KEY })
const queue = listOf('/staff/review', {
  contract: staffReviewContract,
  handlers: staffReviewHandlers,
  key: 'GET /staff/review/list',
})

defineDeskCards({
  code: 'slips',
  name: '待确认的凭证',
  may: ['staff:finance'],
  order: 15,
  empty: '没有待确认的会费凭证。',
  figures: [
    { name: '会费凭证', of: fees, filters: { state: 'claimed' } },
    { name: '申请缴费', of: queue, filters: { status: 'paying' } },
  ],
  lines: async (ctx, limit) => {
    const asked = contract[KEY].input.parse({ state: 'claimed', pageSize: limit })
    const { list } = await handlers[KEY](ctx, asked)
    return list.map(({ name, number, year, amount, payer, paidOn }) => ({
      title: `${name} ${year} 年会费`,
      about: [`${formatYuan(amount)} 元`, payer && `付款人 ${payer}`].filter(Boolean).join('，'),
      day: paidOn,
      isOver: false,
      route: `/staff/fees?${new URLSearchParams({ state: 'claimed', words: number })}`,
    }))
  },
})
