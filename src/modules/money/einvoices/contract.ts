import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { amountOfMoney } from '#lib/form/amount.ts'
import { code, int, month, text } from '#lib/form/fields.ts'
import { page, paged, paging } from '#lib/paging.ts'
import { bulkIds, bulkResults } from '#lib/register/bulkContract.ts'
import { exportInput, registerInput, registerPage } from '#lib/register/registerContract.ts'
import { storedFile } from '#modules/files/contract.ts'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'
import { eInvoiceFilters } from '../eInvoiceFilters.ts'
import { colours, eInvoiceStates, papers } from '../eInvoiceWords.ts'
import { figures } from './monthWords.ts'

const row = z.object({
  id: z.int(),
  requestNumber: z.string(),
  /** Id in the register of receivables. */
  receivableId: z.int(),
  kindName: z.string(),
  title: z.string(),
  creditCode: z.string(),
  about: z.string(),
  paper: z.enum(papers),
  paperName: z.string(),
  colour: z.enum(colours),
  colourName: z.string(),
  /** Negative for a red invoice. */
  amount: z.number(),
  state: z.enum(eInvoiceStates),
  stateName: z.string(),
  number: z.string(),
  issuedOn: z.string().nullable(),
  problem: z.string(),
  blueNumber: z.string(),
  redReason: z.string(),
  askedName: z.string(),
  askedTime: z.string(),
  email: z.string(),
  files: z.array(storedFile),
})

export type EInvoiceRow = z.infer<typeof row>

export const eInvoiceRecords = {
  eInvoiceRule: {
    who: 'staff:finance',
    readBy: 'staff:financeReading',
    called: '开票规则',
    /** `issued`: documents issued by the rule. */
    list: listing(siteRecord.extend({ issued: z.int() })).extend({ provider: z.string() }),
  },
} as const satisfies Record<string, RecordType>

export const eInvoiceContract = {
  'POST /staff/eInvoice/issue': {
    tells: true,
    who: 'staff:finance',
    confirm: true,
    summary: '请开票服务为已到账的款项开具票据，ids 为应收款项的编号；失败的可以再开，逐笔说明结果',
    input: z.object({ ids: bulkIds }),
    output: bulkResults,
    example: { ids: [11, 21] },
  },
  'POST /staff/eInvoice/red': {
    tells: true,
    who: 'staff:finance',
    confirm: true,
    summary:
      '请开票服务为一笔款项已开的票据开红字，全部或一部分；confirmation 为红字信息确认单编号，税务平台要求时填写',
    input: z.object({
      id: int,
      amount: amountOfMoney,
      reason: text(100).refine(Boolean, '请填写冲红原因'),
      confirmation: text(40).default(''),
    }),
    output: z.object({ message: z.string() }),
    example: { id: 11, amount: 200, reason: '退款' },
  },
  'POST /staff/eInvoice/resend': {
    tells: true,
    who: 'staff:finance',
    confirm: true,
    summary: '把已开的一张再发给对方：消息，以及抬头里的邮箱',
    input: z.object({ id: int }),
    output: z.object({ message: z.string() }),
    example: { id: 1 },
  },
  'GET /staff/eInvoice/of': {
    who: 'staff:financeReading',
    summary: '一笔款项的电子票据，新的在前；paperName 为空即没有适用的开票规则，redDue 为退款后应冲红的金额',
    input: z.object({ id: int }),
    output: z.object({
      paperName: z.string(),
      mayIssue: z.boolean(),
      redDue: z.number(),
      list: z.array(row),
    }),
    example: { id: 11 },
  },
  'GET /staff/eInvoice/list': {
    who: 'staff:financeReading',
    summary: '请开票服务开具的票据，新的在前；按票种、蓝红、款项种类、状态和开具日期筛选',
    input: z.object({ ...registerInput(eInvoiceFilters), ...paging }),
    output: registerPage(row),
    example: { state: 'failed', pageNum: 1 },
  },
  'GET /staff/eInvoice/export': {
    who: 'staff:financeReading',
    confirm: true,
    summary: '导出电子票据为 XLSX，条件和顺序与列表相同',
    input: z.object(exportInput(eInvoiceFilters)),
    output: 'file',
    example: { paper: 'invoice' },
  },
} as const satisfies Contract

export const ownEInvoicesContract = {
  'GET /member/eInvoice/payments': {
    who: 'member',
    summary: '自己已到账、可以申请开票的款项；上次没有开成的标明（hasFailed），可以更正抬头再提出',
    input: z.object(paging),
    output: page(
      z.object({
        id: z.int(),
        kindName: z.string(),
        about: z.string(),
        /** Received amount less refunds. */
        amount: z.number(),
        paperName: z.string(),
        hasFailed: z.boolean(),
      }),
    ),
    example: { pageNum: 1 },
  },
  'POST /member/eInvoice/ask': {
    who: 'member',
    duties: ['finance'],
    summary: '为一笔已到账的款项申请开票，titleId 为保存的抬头；重复提出仍是一张',
    input: z.object({ id: int, titleId: int }),
    output: z.object({ stateName: z.string(), isAutomatic: z.boolean() }),
    example: { id: 11, titleId: 1 },
  },
} as const satisfies Contract

/** All papers of the payer, whoever issued them. */
export const ownInvoicesContract = {
  'GET /member/invoice/list': {
    who: 'member',
    summary:
      '自己的票据与发票：已开的、开具中的和冲红它们的红字，每张一行，新的在前；state 为办理状态，文件可有 PDF、OFD、XML',
    ...paged(
      {},
      z.object({
        id: z.int(),
        kindName: z.string(),
        about: z.string(),
        amount: z.number(),
        title: z.string(),
        number: z.string(),
        /** For red invoices: the blue one reversed. */
        blueNumber: z.string(),
        issuedOn: z.string().nullable(),
        state: z.enum(eInvoiceStates),
        stateName: z.string(),
        files: z.array(storedFile),
      }),
    ),
    example: { pageNum: 1 },
  },
} as const satisfies Contract

const sums = z.object({
  /** Net amount from the bank, refunds deducted. */
  booked: z.number(),
  invoiced: z.number(),
  receipts: z.number(),
  /** Below zero. */
  red: z.number(),
  /** Difference between the money received and the invoices and receipts issued. */
  difference: z.number(),
})

export const paperMonthContract = {
  'GET /staff/paperMonth/sums': {
    who: 'staff:financeReading',
    summary: '开票月报：一个月各种款项的到账净额、数电发票、会费收据、红字和差额；到账按银行日期，票据按开具日期',
    input: z.object({ month: month.optional() }),
    output: z.object({
      month: z.string(),
      kinds: z.array(sums.extend({ kind: z.string(), name: z.string() })),
      all: sums,
    }),
    example: { month: '2026-11' },
  },
  'GET /staff/paperMonth/lines': {
    who: 'staff:financeReading',
    summary: '开票月报一个数字的明细，合计与它相同',
    input: z.object({
      month: month.optional(),
      kind: code.optional(),
      figure: z.enum(figures, '没有这一项').optional(),
    }),
    output: z.array(
      z.object({
        figure: z.enum(figures),
        figureName: z.string(),
        kind: z.string(),
        kindName: z.string(),
        receivableId: z.int(),
        payer: z.string(),
        about: z.string(),
        day: z.string(),
        number: z.string(),
        amount: z.number(),
      }),
    ),
    example: { month: '2026-11', figure: 'invoiced' },
  },
  'GET /staff/paperMonth/export': {
    who: 'staff:financeReading',
    confirm: true,
    summary: '开票月报为 XLSX：按种类与明细',
    input: z.object({ month: month.optional() }),
    output: 'file',
    example: { month: '2026-11' },
  },
} as const satisfies Contract
