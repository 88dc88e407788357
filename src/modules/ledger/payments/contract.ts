import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { amountOfMoney } from '#lib/form/amount.ts'
import { byId, code, day, int, text } from '#lib/form/fields.ts'
import { typedKeys } from '#lib/keys.ts'
import { bulkIds, bulkResults } from '#lib/register/bulkContract.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { storedFile } from '#modules/files/contract.ts'
import { owed, shares } from '../allocating/shapes.ts'
import { recordedWays, ways } from '../ledgerWords.ts'
import { paymentFilters, paymentStateNames } from '../paymentFilters.ts'

const row = z.object({
  id: z.int(),
  paidOn: z.string(),
  payer: z.string(),
  amount: z.number(),
  way: z.enum(ways),
  wayName: z.string(),
  number: z.string(),
  remark: z.string(),
  /** Neither allocated nor paid back. */
  credit: z.number(),
  state: z.enum(typedKeys(paymentStateNames)),
  stateName: z.string(),
  /** What it paid, in a few words. */
  about: z.string(),
})
const reason = text(200).refine(Boolean, '请填写原因')
const recorded = z.object({ id: z.int(), credit: z.number(), settled: z.int() })
const payment = {
  way: z.enum(recordedWays, `应为 ${recordedWays.join('、')} 之一`),
  paidOn: day,
  payer: text(120),
  number: text(60).default(''),
  remark: text(200).default(''),
  fileId: int.optional(),
  once: code.optional(),
}

export type PaymentRow = z.infer<typeof row>

export const paymentContract = {
  'GET /staff/received/list': {
    who: 'staff:financeReading',
    summary: '全部到账（银行流水、在线支付、凭证、现金、POS、支票、个人收款码、差额核销），新的在前',
    ...registerList(paymentFilters, row),
    example: { state: 'credit', pageNum: 1 },
  },
  'GET /staff/received/export': {
    who: 'staff:financeReading',
    confirm: true,
    summary: '导出到账为 XLSX，条件和顺序与列表相同',
    ...registerExport(paymentFilters),
    example: { way: 'cash' },
  },
  'GET /staff/received/detail': {
    who: 'staff:financeReading',
    summary: '一笔到账的全部：核销了哪些款项、余款、凭据',
    input: byId,
    output: row.extend({
      recordedName: z.string(),
      recordedTime: z.string(),
      cancelReason: z.string(),
      file: storedFile.nullable(),
      /** Statement of the bank that has its line. */
      statement: z.object({ id: z.int(), bank: z.string() }).nullable(),
      /** Id of its credit among the receivables, by which it is paid back. */
      creditId: z.int(),
      canCancel: z.boolean(),
      entries: z.array(owed.extend({ entry: z.int(), share: z.number(), canUndo: z.boolean(), bookedOn: z.string() })),
      history: z.array(
        z.object({ id: z.int(), about: z.string(), amount: z.number(), bookedOn: z.string(), reason: z.string() }),
      ),
    }),
    example: { id: 1 },
  },
  'GET /staff/received/owed': {
    who: 'staff:financeReading',
    summary: '可核销的未缴清款项：按名称、编号或内容查找；先是与付款人、附言相符的，再是金额相同的，早的在前',
    input: z.object({
      words: text(60).default(''),
      payer: text(120).default(''),
      remark: text(200).default(''),
      amount: amountOfMoney.optional(),
    }),
    output: z.object({
      list: z.array(owed),
      /** What the payer, the remark and the sum speak for, settled in this order. */
      proposed: z.array(z.int()),
      reason: z.string(),
      /** Largest difference in yuan that may be written off alone. */
      writeOffLimit: z.number(),
    }),
    example: { words: '清源', amount: 2000 },
  },
  'POST /staff/received/record': {
    tells: true,
    who: 'staff:finance',
    summary:
      '登记一笔到账并核销款项：缴清的随即确认到账，余款记为付款人的多付款；writeOff 为 true 时把款项的差额核销；once 相同的重复提交只算一次',
    input: z.object({
      ...payment,
      amount: amountOfMoney,
      shares: shares.default([]),
      writeOff: z.boolean('应为 true 或 false').default(false),
    }),
    output: recorded,
    example: { way: 'cash', amount: 500, paidOn: '2026-05-20', payer: '清源公司' },
  },
  'POST /staff/received/recordMany': {
    tells: true,
    who: 'staff:finance',
    confirm: true,
    summary: '为选出的款项各登记一笔到账，缴清全部欠款，如在培训班现场；逐笔说明结果',
    input: z.object({
      way: payment.way,
      paidOn: payment.paidOn,
      remark: payment.remark,
      /** Of receivables, among those of all kinds. */
      ids: bulkIds,
      /** Sum that the cashier has seen, in yuan. */
      expected: amountOfMoney,
    }),
    output: bulkResults,
    example: {
      way: 'pos',
      paidOn: '2026-05-20',
      ids: [104],
      expected: 1200,
    },
  },
  'POST /staff/received/allocate': {
    tells: true,
    who: 'staff:finance',
    summary: '用一笔到账的余款核销款项',
    input: z.object({ id: int, shares: shares.min(1, '请选择款项') }),
    output: recorded,
    example: { id: 1, shares: [{ payable: 'memberFee', payableId: 1, amount: 2000 }] },
  },
  'POST /staff/received/takeBack': {
    tells: true,
    who: 'staff:finance',
    confirm: true,
    summary: '撤销一笔核销：款项回到未缴清，金额回到这笔到账的余款；entry 为核销的编号',
    input: z.object({ entry: int, reason }),
    output: recorded,
    example: { entry: 1, reason: '记到了另一家单位' },
  },
  'POST /staff/received/cancel': {
    tells: true,
    who: 'staff:finance',
    confirm: true,
    summary: '撤销一笔人工登记的到账，它的核销一并撤销；流水入账的在银行流水里撤销，在线支付的只能退款',
    input: z.object({ id: int, reason }),
    output: z.object({ id: z.int() }),
    example: { id: 1, reason: '重复登记' },
  },
  'POST /staff/received/writeOff': {
    tells: true,
    who: 'staff:finance',
    confirm: true,
    secondPerson: { rule: 'writeOff', when: { size: 'large' } },
    summary: '核销一笔款项的差额，由协会承担；size 为 large 的（超过设置的限额）由另一位同事复核',
    input: z.object({
      payable: code,
      payableId: int,
      /** What is open of it, as the cashier has seen it. */
      expected: amountOfMoney,
      reason,
      size: z.enum(['small', 'large'], '应为 small 或 large'),
    }),
    output: z.object({ payable: z.string(), payableId: z.int() }),
    example: { payable: 'memberFee', payableId: 1, expected: 0.01, reason: '银行扣手续费', size: 'small' },
  },
} as const satisfies Contract
