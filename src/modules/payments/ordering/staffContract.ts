import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId } from '#lib/form/fields.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { orderFilters } from '../orderFilters.ts'
import { itemStates, orderStates } from '../paymentWords.ts'

const state = z.enum(orderStates)
const row = z.object({
  id: z.int(),
  number: z.string(),
  providerName: z.string(),
  sceneName: z.string(),
  payer: z.string(),
  about: z.string(),
  amount: z.number(),
  state,
  stateName: z.string(),
  createdTime: z.string(),
  paidTime: z.string().nullable(),
  transactionId: z.string(),
})

export const staffOrdersContract = {
  'GET /staff/payment/list': {
    who: 'staff:financeReading',
    summary: '全部支付订单，新的在前；按支付方式、状态、付款人、下单与支付日期筛选',
    ...registerList(orderFilters, row),
    example: { state: 'paid', pageNum: 1 },
  },
  'GET /staff/payment/export': {
    who: 'staff:financeReading',
    confirm: true,
    summary: '导出支付订单为 XLSX，条件和顺序与列表相同',
    ...registerExport(orderFilters),
    example: { state: 'paid' },
  },
  'GET /staff/payment/detail': {
    who: 'staff:financeReading',
    summary: '一个支付订单的全部：所付款项及其入账、支付机构的交易号',
    input: byId,
    output: row.extend({
      merchant: z.string(),
      expiresTime: z.string(),
      heardTime: z.string().nullable(),
      closedTime: z.string().nullable(),
      reason: z.string(),
      /** Fee charged by the provider, from its bill. */
      fee: z.number().nullable(),
      refunds: z.array(
        z.object({ refundId: z.int(), number: z.string(), amount: z.number(), stateName: z.string(), why: z.string() }),
      ),
      items: z.array(
        z.object({
          /** Id in the register of receivables. */
          receivableId: z.int(),
          kindName: z.string(),
          about: z.string(),
          amount: z.number(),
          state: z.enum(itemStates),
          stateName: z.string(),
          note: z.string(),
        }),
      ),
    }),
    example: { id: 1 },
  },
  'POST /staff/payment/ask': {
    tells: true,
    who: 'staff:finance',
    summary: '向支付机构查询一个等待支付的订单；查到已付即入账',
    input: byId,
    output: z.object({ id: z.int(), state, stateName: z.string() }),
    example: { id: 1 },
  },
} as const satisfies Contract
