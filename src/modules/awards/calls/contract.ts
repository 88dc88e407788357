import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, day, int, nothing, text } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { storedFile } from '#modules/files/contract.ts'
import { state as status } from '#modules/review/stateContract.ts'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'
import { callFilters } from '../callFilters.ts'
import { callStates } from '../rules.ts'

const staff = { who: 'staff:awards' } as const
const state = z.enum(callStates, '不是有效的状态')
const year = z.coerce.number<number | string>('应为年份').int('应为年份').min(1990, '应为年份').max(2999, '应为年份')
const reason = text(300).min(1, '请说明原因')
const seen = { id: int, version: int }
const done = z.object({ id: z.int(), version: z.int(), status: state, statusName: z.string() })

export const callActs = ['publish', 'withdraw', 'close', 'prolong', 'remove'] as const
export type CallAct = (typeof callActs)[number]

const call = {
  id: z.int(),
  kindId: z.int(),
  kindName: z.string(),
  year: z.int(),
  title: z.string(),
  opensOn: z.string(),
  closesOn: z.string(),
  status: state,
  statusName: z.string(),
  /** Handed in and not taken back; drafts that are being filled in. */
  entries: z.int(),
  drafts: z.int(),
}

export const awardRecords = {
  awardKind: {
    ...staff,
    called: '奖项',
    list: listing(siteRecord.extend({ code: z.string(), calls: z.int(), isOpen: z.boolean() })),
  },
} as const satisfies Record<string, RecordType>

/** Awards and their yearly calls, as the association's award office keeps them. */
export const staffCallContract = {
  'GET /staff/award/kind/detail': {
    ...staff,
    summary: '一个奖项的全部设置，连同最近一次修改',
    input: byId,
    output: siteRecord.omit({ uses: true }).extend({
      fields: z.array(formField),
      calls: z.array(z.object({ id: z.int(), year: z.int(), title: z.string() })),
      changed: z.object({ actorName: z.string(), at: z.string() }).nullable(),
    }),
    example: { id: 1 },
  },
  'GET /staff/award/call/list': {
    ...staff,
    summary: '年度申报通知，新的在前，连同申报数',
    ...registerList(callFilters, z.object(call)),
    example: { year: 2026, pageNum: 1, pageSize: 20 },
  },
  'GET /staff/award/call/export': {
    ...staff,
    summary: '按同样的筛选条件导出申报通知（xlsx）',
    ...registerExport(callFilters),
    example: { year: 2026 },
  },
  'GET /staff/award/call/detail': {
    ...staff,
    summary: '一份申报通知：设置、按状态和专业组的申报数、现在可以办理的操作',
    input: byId,
    output: z.object({
      ...call,
      version: z.int(),
      fields: z.array(formField),
      values: formValues,
      /** Why the rules cannot be changed any more; null where they can. */
      rulesLocked: z.string().nullable(),
      article: z.object({ id: z.int(), title: z.string() }).nullable(),
      template: storedFile.nullable(),
      byState: z.array(z.object({ status, statusName: z.string(), count: z.int() })),
      byGroup: z.array(z.object({ code: z.string(), name: z.string(), count: z.int() })),
      /** Reasons why it cannot be published yet. */
      missing: z.array(z.string()),
      canDo: z.array(z.enum(callActs)),
      changed: z.object({ actorName: z.string(), at: z.string() }).nullable(),
    }),
    example: { id: 1 },
  },
  'GET /staff/award/call/articles': {
    ...staff,
    summary: '按标题找已发布的文章，供选作申报通知',
    input: z.object({ key: text(50) }),
    output: z.array(z.object({ id: z.int(), title: z.string(), publishedOn: z.string() })),
    example: { key: '申报' },
  },
  'POST /staff/award/call/create': {
    ...staff,
    summary: '新的申报通知（草稿）：规则照抄奖项，或照抄 from 所指往年的通知；同一奖项一年一份',
    input: z.object({ kindId: int, year, opensOn: day, closesOn: day, from: int.optional() }),
    output: done,
    example: { kindId: 1, year: 2026, opensOn: '2026-03-01', closesOn: '2026-05-31' },
  },
  'POST /staff/award/call/save': {
    maxBodyKb: 128,
    ...staff,
    summary: '修改申报通知的若干栏；已有申报的不能再改规则，已发布的延长截止日须说明原因',
    input: z.object({
      ...seen,
      form: formInput.default({}),
      /** Null: none. */
      articleId: int.nullable().optional(),
      templateId: int.nullable().optional(),
    }),
    output: done,
    example: { id: 1, version: 1, form: { title: '2026 年度科学技术奖申报通知' } },
  },
  'POST /staff/award/call/publish': {
    ...staff,
    summary: '发布申报通知：到开始日即可申报',
    input: z.object(seen),
    output: done,
    example: { id: 1, version: 1 },
  },
  'POST /staff/award/call/withdraw': {
    ...staff,
    summary: '撤下还没有人申报的通知，恢复为草稿',
    input: z.object(seen),
    output: done,
    example: { id: 1, version: 2 },
  },
  'POST /staff/award/call/close': {
    tells: true,
    ...staff,
    confirm: true,
    summary: '提前截止申报，告知正在填写的账号',
    input: z.object({ ...seen, reason }),
    output: done,
    example: { id: 1, version: 2, reason: '名额已满' },
  },
  'POST /staff/award/call/prolong': {
    tells: true,
    ...staff,
    summary: '延长申报，告知正在填写的账号',
    input: z.object({ ...seen, closesOn: day, reason }),
    output: done,
    example: { id: 1, version: 2, closesOn: '2026-06-15', reason: '应会员单位要求' },
  },
  'POST /staff/award/call/remove': {
    ...staff,
    summary: '删除还是草稿的申报通知',
    input: z.object(seen),
    output: nothing,
    example: { id: 1, version: 1 },
  },
} as const satisfies Contract
