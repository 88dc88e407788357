import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, day, int, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { storedFile } from '#modules/files/contract.ts'
import { enrolmentStatuses } from '../enrolmentStatus.ts'
import { requestedStates } from '../invoiceWords.ts'

const state = z.enum(requestedStates, '不是有效的开票状态')
const filter = { state: state.optional(), courseId: int.optional(), key: text(60).optional() }

const invoice = z.object({
  id: z.int(),
  number: z.string(),
  applicationId: z.int().nullable(),
  courseTitle: z.string(),
  name: z.string(),
  amount: z.number(),
  status: z.enum(enrolmentStatuses),
  statusName: z.string(),
  paidOn: z.string().nullable(),
  payer: z.string(),
  kindName: z.string(),
  titleTypeName: z.string(),
  title: z.string(),
  taxNumber: z.string(),
  /** The account number masked. */
  regAddress: z.string(),
  regPhone: z.string(),
  bank: z.string(),
  bankAccount: z.string(),
  email: z.string(),
  state,
  stateName: z.string(),
  invoiceNumber: z.string(),
  issuedOn: z.string().nullable(),
  reason: z.string(),
  file: storedFile.nullable(),
  version: z.int(),
  may: z.array(z.enum(['issue', 'refuse'])),
})
const changed = z.object({
  id: z.int(),
  state,
  stateName: z.string(),
  version: z.int(),
  /** How the payer was notified; `nobody`: neither account nor mobile number is known. */
  told: z.enum(['message', 'sms', 'nobody']),
})

export const staffInvoiceContract = {
  'GET /staff/training/invoices': {
    who: 'staff:financeReading',
    summary: '培训发票申请：按状态、培训班、名称、抬头或编号筛选，新的在前',
    ...paged(filter, invoice),
    example: { state: 'requested' },
  },
  'GET /staff/training/invoice/totals': {
    who: 'staff:financeReading',
    summary: '同样筛选下各状态的张数与金额，及有发票申请的培训班',
    input: z.object(filter),
    output: z.object({
      states: z.array(z.object({ state, stateName: z.string(), count: z.int(), amount: z.number() })),
      courses: z.array(z.object({ id: z.int(), title: z.string() })),
    }),
    example: { state: 'requested' },
  },
  'GET /staff/training/invoice/export': {
    who: 'staff:financeReading',
    confirm: true,
    summary: '导出培训发票申请为 XLSX，与列表的筛选完全一致；银行账号只显示尾号',
    input: z.object(filter),
    output: 'file',
    example: { state: 'requested' },
  },
  'POST /staff/training/invoice/issue': {
    who: 'staff:finance',
    summary: '登记已开具的发票：文件（PDF 或 OFD）随消息发给会员，访客收到短信后在报名页下载；再登记一次即替换',
    input: z.object({
      id: int,
      version: int,
      issuedOn: day,
      fileId: int,
      number: text(20).regex(/^(\d{20}|\d{8,12})$/, '数电发票号码为 20 位数字，其他发票填 8 到 12 位号码'),
    }),
    output: changed,
    example: { id: 1, version: 2, number: '26112000000012345678', issuedOn: '2026-03-05', fileId: 9 },
  },
  'POST /staff/training/invoice/refuse': {
    who: 'staff:finance',
    summary: '退回发票申请，须说明理由；报名人更正后重新提出',
    input: z.object({ id: int, version: int, reason: text(200).min(1, '请填写理由，报名人会看到') }),
    output: changed,
    example: { id: 1, version: 2, reason: '税号与抬头不符' },
  },
  'POST /staff/training/invoice/account': {
    who: 'staff:finance',
    confirm: true,
    summary: '查看发票申请的银行账号全文；记入审计日志',
    input: byId,
    output: z.object({ account: z.string() }),
    example: { id: 1 },
  },
} as const satisfies Contract
