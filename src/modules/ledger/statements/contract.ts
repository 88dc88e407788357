import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, int, text } from '#lib/form/fields.ts'
import { page, paged, paging } from '#lib/paging.ts'
import { owed, shares } from '../allocating/shapes.ts'
import { lineStates } from '../bankWords.ts'

const lineState = z.enum(lineStates, '不是有效的流水状态')
const filter = {
  id: int,
  state: lineState.optional(),
  certain: z.enum(['1'], '应为 1').optional(),
  words: text(60).optional(),
}

const statement = z.object({
  id: z.int(),
  bank: z.string(),
  fileName: z.string(),
  importedName: z.string(),
  createdAt: z.string(),
  count: z.int(),
  open: z.int(),
  accepted: z.int(),
  aside: z.int(),
  amount: z.number(),
  known: z.int(),
  passedOver: z.int(),
  fromDay: z.string().nullable(),
  toDay: z.string().nullable(),
})
const line = z.object({
  id: z.int(),
  row: z.int(),
  paidOn: z.string(),
  amount: z.number(),
  payer: z.string(),
  account: z.string(),
  remark: z.string(),
  serial: z.string(),
  state: lineState,
  stateName: z.string(),
  note: z.string(),
  decidedName: z.string(),
  decidedAt: z.string().nullable(),
  /** What the line paid; `rest`: kept as a credit of the payer. */
  paid: z
    .object({
      paymentId: z.int(),
      owed: z.array(owed.extend({ share: z.number() })),
      rest: z.number(),
      canUndo: z.boolean(),
    })
    .nullable(),
  /** Best match, with its score, the reason, and what contradicts it; `isExact`: its sum is that of the line. */
  proposal: z
    .object({
      owed: z.array(owed),
      score: z.int(),
      certain: z.boolean(),
      reason: z.string(),
      problem: z.string(),
      isExact: z.boolean(),
    })
    .nullable(),
})

export const staffStatementsContract = {
  'GET /staff/statement/list': {
    who: 'staff:financeReading',
    summary: '导入的银行流水，新的在前',
    ...paged({}, statement),
    example: { pageNum: 1 },
  },
  'POST /staff/statement/upload': {
    who: 'staff:finance',
    upload: true,
    summary:
      '导入银行流水（XLS、XLSX、名为 XLS 的网页，或 GBK、UTF-8 的 CSV，不超过 5 MB、5000 行）：按表头认列，重复的流水自动跳过，隐藏的工作表不读',
    input: z.object({ bank: text(40).min(1, '请填写银行名称') }),
    output: z.object({
      id: z.int(),
      added: z.int(),
      known: z.int(),
      passedOver: z.int(),
      /** Names of hidden sheets with payments, which were not read. */
      hidden: z.array(z.string()),
    }),
    example: { bank: '中国工商银行' },
  },
  'GET /staff/statement/detail': {
    who: 'staff:financeReading',
    summary: '一份流水的概况，及其中可一并入账的笔数与金额',
    input: byId,
    output: statement.extend({
      certain: z.int(),
      certainAmount: z.number(),
      /** Rows of the file that are no incoming money, each with its reason. */
      unread: z.array(z.object({ row: z.int(), reason: z.string() })),
      hiddenSheets: z.array(z.string()),
    }),
    example: { id: 1 },
  },
  'GET /staff/statement/lines': {
    who: 'staff:financeReading',
    summary: '流水明细与建议的款项（会费、评审费、广告费、培训费）：凭编号、金额、付款人名称匹配，附依据',
    input: z.object({ ...filter, ...paging, pageSize: int.max(200, '每页最多 200 笔').default(20) }),
    output: page(line),
    example: { id: 1, state: 'open' },
  },
  'GET /staff/statement/export': {
    who: 'staff:financeReading',
    confirm: true,
    summary: '导出流水明细与对账结果为 XLSX，与列表的筛选完全一致；账号只显示尾号',
    input: z.object(filter),
    output: 'file',
    example: { id: 1 },
  },
  'POST /staff/statement/accept': {
    tells: true,
    who: 'staff:finance',
    summary:
      '将一条流水入账：核销一笔或多笔款项，缴清的随即确认到账，余款记为付款人的多付款；writeOff 为 true 时把款项的差额核销',
    input: z.object({
      lineId: int,
      shares: shares,
      writeOff: z.boolean('应为 true 或 false').default(false),
      note: text(200).default(''),
    }),
    output: z.object({ lineId: z.int(), paymentId: z.int() }),
    example: { lineId: 1, shares: [{ payable: 'memberFee', payableId: 1, amount: 2000 }] },
  },
  'POST /staff/statement/acceptAll': {
    tells: true,
    who: 'staff:finance',
    confirm: true,
    summary: '将一份流水中有把握的建议一并入账；expected 为先前看到的笔数，逐笔说明结果',
    input: z.object({ id: int, expected: int }),
    output: z.array(z.object({ id: z.int(), name: z.string(), done: z.boolean(), msg: z.string() })),
    example: { id: 1, expected: 5 },
  },
  'POST /staff/statement/undo': {
    tells: true,
    who: 'staff:finance',
    confirm: true,
    summary: '撤销一条流水的入账：所核销的款项回到入账前的状态；已入会、已开票据或申请已进入下一步的不能撤销',
    input: z.object({ lineId: int, reason: text(200).min(1, '请填写撤销的原因') }),
    output: z.object({ lineId: z.int() }),
    example: { lineId: 1, reason: '错记到另一家单位' },
  },
  'POST /staff/statement/note': {
    who: 'staff:finance',
    summary: '给一条流水写备注；aside 为 true 时标为其他款项，false 时放回待处理',
    input: z.object({ lineId: int, note: text(200).default(''), aside: z.boolean('应为 true 或 false') }),
    output: z.object({ lineId: z.int() }),
    example: { lineId: 1, note: '场地押金', aside: true },
  },
  'POST /staff/statement/account': {
    who: 'staff:finance',
    confirm: true,
    summary: '查看一条流水的对方账号全文；记入审计日志',
    input: z.object({ lineId: int }),
    output: z.object({ account: z.string() }),
    example: { lineId: 1 },
  },
} as const satisfies Contract
