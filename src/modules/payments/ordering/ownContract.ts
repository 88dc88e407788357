import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, nothing } from '#lib/form/fields.ts'
import { page, paging } from '#lib/paging.ts'
import { ownPapers } from '#modules/money/papers/contract.ts'
import { itemStates, orderStates, providers, scenes } from '../paymentWords.ts'

const MAX_ITEMS_PER_ORDER = 20

const provider = z.enum(providers, '不是有效的支付方式')
const scene = z.enum(scenes, '不是有效的支付方式')
const state = z.enum(orderStates)
/** Order number as it appears in URLs. */
const number = z.string('应为订单号').regex(/^P\d{18}$/, '不是有效的订单号')
const byNumber = z.object({ number })

const order = z.object({
  number: z.string(),
  providerName: z.string(),
  amount: z.number(),
  state,
  stateName: z.string(),
  /** Why it is over, where nobody paid. */
  reason: z.string(),
  createdTime: z.string(),
  paidTime: z.string().nullable(),
  about: z.string(),
})
const door = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('code'), text: z.string() }),
  z.object({ kind: z.literal('page'), url: z.string() }),
  z.object({ kind: z.literal('inside'), parameters: z.record(z.string(), z.string()) }),
])
const shown = order.extend({
  /** Set while the order waits for payment. */
  door: door.nullable(),
  secondsLeft: z.int(),
  items: z.array(
    z.object({
      /** Among all that is owed, for asking a refund of it. */
      receivableId: z.int(),
      kindName: z.string(),
      about: z.string(),
      amount: z.number(),
      state: z.enum(itemStates),
      stateName: z.string(),
      papers: ownPapers,
    }),
  ),
})

export const ownOrdersContract = {
  'GET /member/payment/due': {
    who: 'member',
    summary: '自己待缴、可以在线支付的款项，和可用的支付方式；没有开通在线支付时方式为空',
    input: nothing,
    output: z.object({
      ways: z.array(z.object({ provider, providerName: z.string(), scene, sceneName: z.string() })),
      owed: z.array(
        z.object({
          id: z.int(),
          kindName: z.string(),
          payer: z.string(),
          about: z.string(),
          amount: z.number(),
          dueOn: z.string().nullable(),
          /** Number of the open order for this item. */
          waiting: z.string().nullable(),
        }),
      ),
    }),
  },
  'POST /member/payment/order': {
    who: 'member',
    duties: ['finance'],
    summary: '为一笔或几笔待缴款项生成支付订单，ids 为应收款项的编号；金额以此刻为准，有效期内支付',
    input: z.object({
      ids: z
        .array(int, '应为编号的列表')
        .min(1, '请先选择')
        .max(MAX_ITEMS_PER_ORDER, `一次最多支付 ${MAX_ITEMS_PER_ORDER} 笔`),
      provider,
      scene,
    }),
    output: byNumber,
    example: { ids: [11], provider: 'wechatPay', scene: 'code' },
  },
  'GET /member/payment/order': {
    who: 'member',
    passive: true,
    summary: '自己的一个支付订单：状态、剩余时间、二维码内容或支付页面的地址',
    input: byNumber,
    output: shown,
    example: { number: 'P202601310123456789' },
  },
  'GET /member/payment/list': {
    who: 'member',
    summary: '自己的支付订单，新的在前',
    input: z.object(paging),
    output: page(order),
    example: { pageNum: 1 },
  },
  'POST /member/payment/ask': {
    who: 'member',
    duties: ['finance'],
    summary: '付了款还没有显示：向支付机构查询一次',
    input: byNumber,
    output: z.object({ state, stateName: z.string() }),
    example: { number: 'P202601310123456789' },
  },
  'POST /member/payment/close': {
    who: 'member',
    duties: ['finance'],
    summary: '取消等待支付的订单；刚好付了款的照常入账',
    input: byNumber,
    output: z.object({ state, stateName: z.string() }),
    example: { number: 'P202601310123456789' },
  },
} as const satisfies Contract
