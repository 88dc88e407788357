import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { amountOfMoney, amountOrNothing } from '#lib/form/amount.ts'
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
  /** A payer requested it; otherwise a colleague did. */
  byPayer: z.boolean(),
  askedName: z.string(),
  askedTime: z.string(),
  paidOn: z.string().nullable(),
  slipNumber: z.string(),
})
const moved = z.object({ id: z.int(), state, stateName: z.string(), version: z.int() })
const seen = { id: int, version: int }
/** Bank account of a refund; without a number it goes back to where it came from. */
const bankAccount = {
  bank: text(120).default(''),
  account: z
    .string('应为账号')
    .transform(typed => typed.replace(/[\s-]/g, ''))
    .refine(typed => /^(\d{6,40})?$/.test(typed), '账号应为 6 到 40 位数字')
    .default(''),
}
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
      /** Amount that the payer requested, and why another one was proposed. */
      requestedAmount: z.number().nullable(),
      amountReason: z.string(),
      /** What the rule gave back on the day of the request; null: no rule says how much. */
      ruleAmount: z.number().nullable(),
      ruleReason: z.string(),
      /** Days promised to a payer who requested it. */
      examineBy: z.string().nullable(),
      payBy: z.string().nullable(),
      /** Colleague who accepted a payer's request. */
      acceptedName: z.string(),
      acceptedTime: z.string().nullable(),
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
    tells: true,
    who: 'staff:finance',
    confirm: true,
    summary:
      '申请退还一笔已到账款项的全部或一部分，id 为应收款项的编号；由另一位同事在“双人复核”同意后才能汇出。收款账号留空即退回入账流水的账号；once 相同的重复提交只算一次',
    input: z.object({
      id: int,
      amount: amountOfMoney,
      reason,
      payee: text(120).refine(Boolean, '请填写收款户名'),
      ...bankAccount,
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
  'POST /staff/refund/accept': {
    tells: true,
    who: 'staff:finance',
    confirm: true,
    summary: '受理缴费人的退款申请，提请另一位同事同意；金额与申请的不同时写明原因，缴费人会看到',
    input: z.object({ ...seen, amount: amountOfMoney, amountReason: text(200).default('') }),
    output: moved,
    example: { id: 1, version: 1, amount: 200 },
  },
  'POST /staff/refund/refuse': {
    sends: true,
    who: 'staff:finance',
    summary: '驳回缴费人的退款申请，写明原因；缴费人收到消息',
    input: z.object({ ...seen, reason }),
    output: moved,
    example: { id: 1, version: 1, reason: '已经开班，按退费规定不再退费' },
  },
  'POST /staff/refund/agree': {
    tells: true,
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
    sends: true,
    who: 'staff:finance',
    summary: '撤回还没有汇出的退款，写明原因；缴费人申请的即为驳回，缴费人收到消息',
    input: z.object({ ...seen, reason }),
    output: moved,
    example: { id: 1, version: 1, reason: '收款账号有误' },
  },
  'POST /staff/refund/pay': {
    sends: true,
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

const part = z.object({ id: z.int(), name: z.string(), amount: z.number() })

export const ownRefundsContract = {
  'GET /member/refund/list': {
    who: 'member',
    summary: '自己申请的退款，和协会要退给自己的款项，新的在前：到了哪一步，预计哪天答复、哪天汇出',
    input: z.object(paging),
    output: page(
      z.object({
        id: z.int(),
        receivableId: z.int(),
        kindName: z.string(),
        about: z.string(),
        amount: z.number(),
        reason: z.string(),
        /** Why another amount than the requested one goes back; empty: it does not. */
        amountWords: z.string(),
        state,
        stateName: z.string(),
        /** Null: the association refunds it of its own accord. */
        requestedOn: z.string().nullable(),
        agreedOn: z.string().nullable(),
        /** Days promised, while they are to come. */
        examineBy: z.string().nullable(),
        payBy: z.string().nullable(),
        paidOn: z.string().nullable(),
        account: z.string(),
        /** Why it was refused. */
        note: z.string(),
        canWithdraw: z.boolean(),
        version: z.int(),
      }),
    ),
    example: { pageNum: 1 },
  },
  'GET /member/refund/options': {
    who: 'member',
    summary:
      '自己所缴的一笔款项（receivable 为应收款项的编号）今天可以申请退多少：已缴、已退、在办的金额，退费规定和按规定退还的比例，随之终止的内容，退往哪里，预计的日期',
    input: z.object({ receivable: int }),
    output: z.object({
      receivableId: z.int(),
      kindName: z.string(),
      payer: z.string(),
      about: z.string(),
      received: z.number(),
      refunded: z.number(),
      /** Requested or agreed, and not yet paid. */
      underWay: z.number(),
      refundable: z.number(),
      /** `percent`: share by the rule today; null: the association decides. */
      rule: z.object({ text: z.string(), percent: z.number().nullable(), reason: z.string() }),
      /** What the payer gives up with the request, by its parts; null: nothing. */
      ending: z.object({ text: z.string(), parts: z.array(part) }).nullable(),
      /** Way back of an online payment, which needs no bank account; empty: by transfer. */
      online: z.string(),
      /** Account that paid, masked: where a transfer goes unless another one is given. */
      payerAccount: z.string(),
      /** Days by which a request of today is examined and paid. */
      examineBy: z.string(),
      payBy: z.string(),
    }),
    example: { receivable: 11 },
  },
  'POST /member/refund/request': {
    who: 'member',
    duties: ['finance'],
    summary:
      '申请退还自己所缴的款项；有随之终止的内容的，parts 为所放弃的部分（如退出培训的人员），与申请同时生效。不是在线支付的须填写收款账号；金额为 0 即只放弃、不申请退款，答复为空；once 相同的重复提交只算一次',
    input: z.object({
      receivable: int,
      amount: amountOrNothing,
      reason,
      parts: z.array(int, '应为编号的列表').max(100, '一次最多 100 项').default([]),
      payee: text(120).default(''),
      ...bankAccount,
      once: code,
    }),
    output: moved.nullable(),
    example: {
      receivable: 11,
      amount: 200,
      reason: '因故不能参加',
      payee: '示例机电有限公司',
      bank: '示例银行',
      account: '622200000000',
      once: 'a-1',
    },
  },
  'POST /member/refund/withdraw': {
    who: 'member',
    duties: ['finance'],
    summary: '撤回协会还没有同意的退款申请；已经放弃的（如培训名额）不因此恢复',
    input: z.object(seen),
    output: moved,
    example: { id: 1, version: 1 },
  },
} as const satisfies Contract
