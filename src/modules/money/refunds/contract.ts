import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { amountOfMoney } from '#lib/form/amount.ts'
import { byId, code, day, int, text } from '#lib/form/fields.ts'
import { page, paging } from '#lib/paging.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { refundStates } from '#modules/ledger/refundWords.ts'
import { refundFilters } from '../refundFilters.ts'

const state = z.enum(refundStates)
const row = z.object({
  id: z.int(),
  /** Id in the register of receivables. */
  receivableId: z.int(),
  kind: z.string(),
  kindName: z.string(),
  payer: z.string(),
  number: z.string(),
  about: z.string(),
  amount: z.number(),
  reason: z.string(),
  state,
  stateName: z.string(),
  askedName: z.string(),
  askedTime: z.string(),
  paidOn: z.string().nullable(),
  slipNumber: z.string(),
})
const moved = z.object({ id: z.int(), state, stateName: z.string(), version: z.int() })
const seen = { id: int, version: int }
const reason = text(200).refine(Boolean, '请填写原因')
export type RefundRow = z.infer<typeof row>

export const refundContract = {
  'GET /staff/refund/list': {
    who: 'staff:financeReading',
    summary: '全部退款（会费、评审费、广告费、培训费），新的在前；按种类、状态、缴费人、申请与汇出日期筛选',
    ...registerList(refundFilters, row),
    example: { state: 'agreed', pageNum: 1 },
  },
  'GET /staff/refund/export': {
    who: 'staff:financeReading',
    confirm: true,
    summary: '导出退款为 XLSX，条件和顺序与列表相同；收款账号只有末四位',
    ...registerExport(refundFilters),
    example: { state: 'paid' },
  },
  'GET /staff/refund/detail': {
    who: 'staff:financeReading',
    summary: '一笔退款的全部；收款账号只显示末四位',
    input: byId,
    output: row.extend({
      version: z.int(),
      received: z.number(),
      payee: z.string(),
      bank: z.string(),
      account: z.string(),
      isMine: z.boolean(),
      approvalId: z.int().nullable(),
      /** Deadline of the second person's approval. */
      approvalUntil: z.string().nullable(),
      decidedName: z.string(),
      decidedTime: z.string().nullable(),
      note: z.string(),
      paidName: z.string(),
      paidTime: z.string().nullable(),
      /** Status of the refund through the payment provider; empty: by bank transfer. */
      sent: z.string(),
    }),
    example: { id: 1 },
  },
  'POST /staff/refund/ask': {
    who: 'staff:finance',
    confirm: true,
    summary:
      '申请退还一笔已到账款项的全部或一部分，id 为应收款项的编号；由另一位同事在“双人复核”同意后才能汇出。收款账号留空即退回入账流水的账号；once 相同的重复提交只算一次',
    input: z.object({
      id: int,
      amount: amountOfMoney,
      reason,
      payee: text(120).refine(Boolean, '请填写收款户名'),
      bank: text(120).default(''),
      account: z
        .string('应为账号')
        .transform(typed => typed.replace(/[\s-]/g, ''))
        .refine(typed => /^(\d{6,40})?$/.test(typed), '账号应为 6 到 40 位数字')
        .default(''),
      once: code.optional(),
    }),
    output: moved,
    example: {
      id: 11,
      amount: 200,
      reason: '多缴',
      payee: '示例机电有限公司',
      bank: '示例银行',
      account: '622200000000',
    },
  },
  'POST /staff/refund/agree': {
    who: 'staff:finance',
    confirm: true,
    secondPerson: { rule: 'refund', onlyByApproval: true },
    summary: '同意退款：由申请人提交双人复核，另一位同事同意时执行',
    input: byId,
    output: moved,
    example: { id: 1 },
  },
  'POST /staff/refund/askAgain': {
    who: 'staff:finance',
    confirm: true,
    summary: '重新提请同意已过期的退款：内容不变，此后以重新提请的人为申请人，由另一位同事在 7 天内同意',
    input: z.object(seen),
    output: moved,
    example: { id: 1, version: 1 },
  },
  'POST /staff/refund/withdraw': {
    who: 'staff:finance',
    summary: '撤回还没有汇出的退款，写明原因',
    input: z.object({ ...seen, reason }),
    output: moved,
    example: { id: 1, version: 1, reason: '收款账号有误' },
  },
  'POST /staff/refund/pay': {
    who: 'staff:finance',
    confirm: true,
    summary: '登记退款已汇出：汇出日期和银行回单号；缴费人收到消息。同一回单再提交一次不重复',
    input: z.object({ ...seen, paidOn: day, slipNumber: text(60).refine(Boolean, '请填写银行回单号') }),
    output: moved,
    example: { id: 1, version: 2, paidOn: '2026-05-20', slipNumber: '2026052000017' },
  },
  'POST /staff/refund/account': {
    who: 'staff:finance',
    confirm: true,
    summary: '查看收款账号全文；记入审计日志',
    input: byId,
    output: z.object({ account: z.string() }),
    example: { id: 1 },
  },
} as const satisfies Contract

export const ownRefundsContract = {
  'GET /member/refund/list': {
    who: 'member',
    summary: '协会退给自己的款项，新的在前',
    input: z.object(paging),
    output: page(
      z.object({
        id: z.int(),
        kindName: z.string(),
        about: z.string(),
        amount: z.number(),
        reason: z.string(),
        paidOn: z.string(),
        account: z.string(),
      }),
    ),
    example: { pageNum: 1 },
  },
} as const satisfies Contract
