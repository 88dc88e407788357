import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, day, int, province, text } from '#lib/form/fields.ts'
import { formInput } from '#lib/form/formContract.ts'
import { paged } from '#lib/paging.ts'
import { reachChannel, reachCounts, reachedRow } from '#lib/reachContract.ts'
import { bulkIds, bulkResults } from '#lib/register/bulkContract.ts'
import { idList } from '#lib/register/registerContract.ts'
import { storedFile } from '#modules/files/contract.ts'
import { receivableStates } from '#modules/ledger/ledgerWords.ts'

const feeState = z.enum(receivableStates, '不是有效的会费状态')
const year = int.min(2000, '应为四位年份').max(2100, '应为四位年份')
const reason = text(200).min(1, '请填写原因')
const ids = z.array(int, '应为编号的列表').min(1, '请先选择').max(100, '一次最多处理 100 条')
/** Number of fees shown to the user before confirming; a differing number is refused. */
const expected = z.coerce.number<number | string>('请先查看人数').int().min(0)

const filter = {
  year: year.optional(),
  /** `open`: unpaid; `owed`: neither waived nor cancelled. */
  state: feeState.or(z.enum(['open', 'owed'])).optional(),
  levelCode: int.optional(),
  provinceCode: province.optional(),
  raisedTo: day.optional(),
  paidFrom: day.optional(),
  paidTo: day.optional(),
  words: text(60).optional(),
}
/** Limits the act to selected fees, or to fees of selected members. */
const chosen = { ids: idList.optional(), members: idList.optional() }
const fee = z.object({
  id: z.int(),
  year: z.int(),
  name: z.string(),
  number: z.string(),
  memberId: z.int().nullable(),
  levelName: z.string(),
  provinceName: z.string(),
  amount: z.number(),
  standard: z.number().nullable(),
  state: feeState,
  stateName: z.string(),
  dueOn: z.string().nullable(),
  isLate: z.boolean(),
  paidOn: z.string().nullable(),
  payer: z.string(),
  remindedAt: z.string().nullable(),
  version: z.int(),
  hasReceipt: z.boolean(),
})
/** Result for each record of a bulk act. */
const results = z.array(z.object({ id: z.int(), name: z.string(), done: z.boolean(), msg: z.string() }))
const changed = z.object({ id: z.int(), state: feeState, stateName: z.string(), version: z.int() })
const reach = z.object({
  count: z.int(),
  people: z.int(),
  texts: z.int(),
  /** Billed SMS segments; a long text counts as several. */
  smsParts: z.int(),
  /** In yuan. */
  textPrice: z.number().nullable(),
})

export const staffFeesContract = {
  'GET /staff/fee/list': {
    who: 'staff:financeReading',
    provinces: 'within',
    summary: '会费：按年度、状态（open 为未缴清）、级别、地区、名称或编号筛选，新的在前',
    ...paged(filter, fee),
    example: { year: 2026, state: 'open' },
  },
  'GET /staff/fee/totals': {
    who: 'staff:financeReading',
    provinces: 'within',
    summary: '同样筛选下的应收、实收、待缴与免缴；可选的年度与级别',
    input: z.object(filter),
    output: z.object({
      count: z.int(),
      due: z.number(),
      paid: z.number(),
      open: z.number(),
      waived: z.number(),
      states: z.array(z.object({ state: feeState, stateName: z.string(), count: z.int(), amount: z.number() })),
      years: z.array(z.int()),
      levels: z.array(z.object({ code: z.int(), name: z.string() })),
    }),
    example: { year: 2026 },
  },
  'GET /staff/fee/export': {
    who: 'staff:financeReading',
    provinces: 'within',
    confirm: true,
    summary: '导出会费为 XLSX，与列表的筛选完全一致',
    input: z.object(filter),
    output: 'file',
    example: { year: 2026, state: 'open' },
  },
  'GET /staff/fee/detail': {
    who: 'staff:financeReading',
    provinces: 'within',
    summary: '一笔会费：凭证、票据信息、经过',
    input: byId,
    output: fee.extend({
      adjustReason: z.string(),
      returnReason: z.string(),
      slip: storedFile.nullable(),
      receiptTitle: z.string(),
      receiptCreditCode: z.string(),
      receiptEmail: z.string(),
      receiptNumber: z.string(),
      receiptFile: storedFile.nullable(),
      application: z.object({ id: z.int(), number: z.string(), statusName: z.string() }).nullable(),
      line: z.object({ id: z.int(), statementId: z.int(), bank: z.string(), paidOn: z.string() }).nullable(),
      history: z.array(z.object({ at: z.string(), who: z.string(), what: z.string(), note: z.string() })),
      /** Actions allowed now. */
      may: z.array(z.enum(['confirm', 'return', 'adjust', 'receipt', 'undo'])),
    }),
    example: { id: 1 },
  },
  'GET /staff/fee/raise': {
    who: 'staff:financeReading',
    summary: '生成某年度会费前的人数与金额：在册会员中当年尚无会费的',
    input: z.object({ year }),
    output: z.object({
      count: z.int(),
      amount: z.number(),
      already: z.int(),
      levels: z.array(z.object({ name: z.string(), fee: z.number(), count: z.int() })),
      /** Whom the notice of it reaches. */
      reach: reachCounts,
    }),
    example: { year: 2027 },
  },
  'GET /staff/fee/raise/reach': {
    who: 'staff:financeReading',
    summary: '生成年度会费前核对：通知由某个渠道（channel）收得到的，或都收不到的（none）；号码和邮箱已遮挡',
    ...paged({ year, channel: reachChannel }, reachedRow),
    example: { year: 2027, channel: 'none' },
  },
  'POST /staff/fee/raise': {
    tells: true,
    who: 'staff:finance',
    confirm: true,
    summary: '生成某年度会费：每位在册会员一笔，已有的不重复；expected 为先前看到的人数，变了就不执行',
    input: z.object({ year, dueOn: day, expected }),
    output: z.object({ count: z.int(), told: z.int() }),
    example: { year: 2027, dueOn: '2027-06-30', expected: 120 },
  },
  'GET /staff/fee/unraise': {
    who: 'staff:financeReading',
    summary: '撤销某年度会费前的笔数与金额：没有到账、没有提交凭证的才能撤销；会收到作废通知的账号数',
    input: z.object({ year }),
    output: z.object({
      count: z.int(),
      amount: z.number(),
      /** Stay as they are: paid in whole or in part, waived, or with a slip. */
      kept: z.int(),
      /** Accounts that are told. */
      people: z.int(),
    }),
    example: { year: 2027 },
  },
  'POST /staff/fee/unraise': {
    who: 'staff:finance',
    confirm: true,
    secondPerson: { rule: 'fees' },
    summary:
      '撤销某年度已生成的会费：没有到账、没有提交凭证的全部作废，会员收到通知；expected 为先前看到的笔数，变了就不执行',
    input: z.object({ year, reason, expected }),
    output: z.object({ count: z.int(), told: z.int() }),
    example: { year: 2027, reason: '年度填错', expected: 120 },
  },
  'POST /staff/fee/raiseFor': {
    tells: true,
    who: 'staff:finance',
    provinces: 'within',
    confirm: true,
    summary: '为选出的会员（ids）生成某年度会费：金额按级别，已有的、已退出的、级别不收费的逐个说明',
    input: z.object({ ids: bulkIds, year, dueOn: day }),
    output: bulkResults,
    example: { ids: [1, 2], year: 2027, dueOn: '2027-06-30' },
  },
  'POST /staff/fee/cancelFor': {
    tells: true,
    who: 'staff:finance',
    provinces: 'within',
    confirm: true,
    secondPerson: { rule: 'fees' },
    summary: '作废选出的会员（ids）某年度还没有缴、没有提交凭证的会费，附原因；会员会收到通知',
    input: z.object({ ids: bulkIds, year, reason }),
    output: bulkResults,
    example: { ids: [1, 2], year: 2027, reason: '年度填错' },
  },
  'GET /staff/fee/remind': {
    who: 'staff:financeReading',
    provinces: 'within',
    summary: '催缴前的数量：筛选下（或选出的会费、会员中）未缴、未提交凭证的会费，涉及的账号与可收短信的账号',
    input: z.object({ ...filter, ...chosen }),
    output: reach.extend({ reach: reachCounts }),
    example: { year: 2026 },
  },
  'GET /staff/fee/remind/reach': {
    who: 'staff:financeReading',
    provinces: 'within',
    summary: '催缴前核对：某个渠道（channel）收得到的，或都收不到的（none）；号码和邮箱已遮挡',
    ...paged({ ...filter, ...chosen, channel: reachChannel }, reachedRow),
    example: { year: 2026, channel: 'none' },
  },
  'POST /staff/fee/remind': {
    tells: true,
    who: 'staff:finance',
    provinces: 'within',
    confirm: true,
    summary: '催缴：按模板发站内消息，可同时发短信；expected 为先前看到的笔数',
    input: z.object({ ...filter, ...chosen, sms: z.boolean('应为 true 或 false').default(false), expected }),
    output: z.object({ count: z.int() }),
    example: { year: 2026, sms: false, expected: 12 },
  },
  'POST /staff/fee/adjust': {
    tells: true,
    who: 'staff:finance',
    provinces: 'within',
    confirm: true,
    secondPerson: { rule: 'fees' },
    summary: '减收（amount）或免缴（amount 为 0），须写明原因；金额等于标准时即恢复',
    input: z.object({
      id: int,
      version: int,
      amount: z.coerce.number<number | string>('应为金额').min(0, '金额不能为负').max(9_999_999, '金额过大'),
      reason,
    }),
    output: changed,
    example: { id: 1, version: 1, amount: 0, reason: '理事会决议免收' },
  },
  'POST /staff/fee/settle': {
    tells: true,
    who: 'staff:finance',
    provinces: 'within',
    summary: '确认一笔会费到账，或退回凭证（须写明原因）；入会申请的首笔会费同时完成入会',
    input: z.object({
      id: int,
      version: int,
      action: z.enum(['confirm', 'return'], '应为 confirm 或 return'),
      reason: text(200).default(''),
    }),
    output: changed,
    example: { id: 1, version: 2, action: 'confirm' },
  },
  'POST /staff/fee/settleMany': {
    tells: true,
    who: 'staff:finance',
    provinces: 'within',
    confirm: true,
    summary: '确认多笔会费到账；逐笔说明结果',
    input: z.object({ ids }),
    output: results,
    example: { ids: [1, 2] },
  },
  'POST /staff/fee/receipt': {
    tells: true,
    who: 'staff:finance',
    provinces: 'within',
    summary: '把票据文件作为消息发给会员；再发一次即替换',
    input: z.object({ id: int, version: int, fileId: int, number: text(40).min(1, '请填写票据号码') }),
    output: changed,
    example: { id: 1, version: 3, fileId: 9, number: '00012345' },
  },
} as const satisfies Contract

export const memberFeesContract = {
  'POST /member/fee/pay': {
    who: 'member',
    duties: ['finance'],
    summary: '为一笔年度会费提交缴费凭证',
    input: z.object({ id: int, version: int.optional(), receipt: formInput }),
    output: changed,
    example: { id: 1, receipt: { paidOn: '2026-03-01', payer: '示例公司', slipId: 1 } },
  },
} as const satisfies Contract
