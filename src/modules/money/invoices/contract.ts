import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { amountOfMoney } from '#lib/form/amount.ts'
import { byId, day, int, text } from '#lib/form/fields.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { tolds } from '#modules/ledger/ledgerWords.ts'
import { invoiceFilters } from '../invoiceFilters.ts'
import { MAX_ROWS, rowStates } from './batchWords.ts'

const files = { sheetId: int, zipId: int }
const row = z.object({
  row: z.int(),
  number: z.string(),
  title: z.string(),
  amount: z.number(),
  issuedOn: z.string(),
  /** For red invoices: the blue one reversed, as far as the list states it. */
  isRed: z.boolean(),
  blueNumber: z.string(),
  state: z.enum(rowStates),
  stateName: z.string(),
  /** Why, or what it was matched by. */
  note: z.string(),
  fileName: z.string(),
  record: z.object({ id: z.int(), kindName: z.string(), payer: z.string(), about: z.string() }).nullable(),
})

export type BatchRow = z.infer<typeof row>

export const invoiceBatchContract = {
  'GET /staff/invoiceBatch/check': {
    who: 'staff:financeReading',
    summary: `核对税务平台导出的发票清单（XLSX）与发票文件（ZIP 内的 PDF、OFD，文件名含发票号码），不写入；红字发票（负数，写明蓝字号码）按冲红登记；一次最多 ${MAX_ROWS} 张`,
    input: z.object(files),
    output: z.object({
      rows: z.array(row),
      ready: z.int(),
      /** Files that no row names. */
      others: z.array(z.string()),
    }),
    example: { sheetId: 1, zipId: 2 },
  },
  'POST /staff/invoiceBatch/take': {
    tells: true,
    who: 'staff:finance',
    confirm: true,
    summary: '登记核对无误的发票：文件随消息发给缴费人；expected 为先前看到的张数，逐张说明结果',
    input: z.object({ ...files, expected: int }),
    output: z.array(
      z.object({ row: z.int(), number: z.string(), title: z.string(), done: z.boolean(), msg: z.string() }),
    ),
    example: { sheetId: 1, zipId: 2, expected: 80 },
  },
} as const satisfies Contract

/** Number of a fully digital invoice, or of an older one. */
const invoiceNumber = text(20).regex(/^(\d{20}|\d{8,12})$/, '数电发票号码为 20 位数字，其他发票填 8 到 12 位号码')

const state = z.enum(['requested', 'issued', 'refused'])
const invoiceRow = z.object({
  /** Id of the receivable. */
  id: z.int(),
  title: z.string(),
  creditCode: z.string(),
  invoiceKindName: z.string(),
  amount: z.number(),
  payer: z.string(),
  kindName: z.string(),
  about: z.string(),
  number: z.string(),
  paidOn: z.string().nullable(),
  state,
  stateName: z.string(),
  invoiceNumber: z.string(),
  /** Why it was sent back. */
  refusal: z.string(),
})

export type InvoiceRow = z.infer<typeof invoiceRow>

export const invoiceContract = {
  'GET /staff/invoice/list': {
    who: 'staff:financeReading',
    summary: '开票申请：已到账而待开、已开与已退回的发票，新的在前；按状态、款项种类、抬头、单位或号码筛选',
    ...registerList(invoiceFilters, invoiceRow),
    example: { state: 'requested', pageNum: 1 },
  },
  'GET /staff/invoice/export': {
    who: 'staff:financeReading',
    confirm: true,
    summary: '导出开票申请为 XLSX，条件和顺序与列表相同；银行账号只显示尾号',
    ...registerExport(invoiceFilters),
    example: { state: 'requested' },
  },
  'POST /staff/invoice/refuse': {
    tells: true,
    who: 'staff:finance',
    confirm: true,
    summary:
      '退回一笔款项的开票申请，须说明理由；缴费人更正抬头后重新提出；只用于可以自行更正的款项。title 为看到的抬头，id 为应收款项的编号',
    input: z.object({ id: int, title: text(100), reason: text(200).min(1, '请填写理由，缴费人会看到') }),
    output: z.object({ id: z.int(), told: z.enum(tolds) }),
    example: { id: 104, title: '示例机电有限公司', reason: '税号与抬头不符' },
  },
  'POST /staff/invoice/account': {
    who: 'staff:finance',
    confirm: true,
    summary: '查看发票抬头的银行账号全文；记入审计日志。id 为应收款项的编号',
    input: byId,
    output: z.object({ account: z.string() }),
    example: { id: 104 },
  },
  'POST /staff/invoice/record': {
    tells: true,
    who: 'staff:finance',
    confirm: true,
    summary:
      '登记一笔已到账款项的发票：文件（PDF、OFD）随消息发给缴费人；title 为核对过的抬头，replaces 为所替换的号码，首次登记为空；id 为应收款项的编号',
    input: z.object({
      id: int,
      title: text(100),
      replaces: text(40),
      number: invoiceNumber,
      issuedOn: day,
      fileId: int,
    }),
    /** `told`: how the payer was told. */
    output: z.object({ id: z.int(), told: z.enum(tolds) }),
    example: {
      id: 103,
      title: '示例机电有限公司',
      replaces: '',
      number: '26112000000012345678',
      issuedOn: '2026-03-05',
      fileId: 9,
    },
  },
  'POST /staff/invoice/red': {
    tells: true,
    who: 'staff:finance',
    confirm: true,
    summary:
      '登记一张红字发票，冲红一笔款项已开发票的全部或一部分；id 为应收款项的编号，红字合计不超过蓝字。文件随消息发给缴费人；全部冲红后可以重新开票',
    input: z.object({
      id: int,
      number: text(40).refine(Boolean, '请填写红字发票号码'),
      amount: amountOfMoney,
      reason: text(200).refine(Boolean, '请填写冲红原因'),
      issuedOn: day,
      fileId: int,
    }),
    /** `left`: what of the invoice still stands. */
    output: z.object({ id: z.int(), left: z.number() }),
    example: {
      id: 101,
      number: '26112000000012345679',
      amount: 200,
      reason: '销售退回',
      issuedOn: '2026-05-20',
      fileId: 1,
    },
  },
} as const satisfies Contract
