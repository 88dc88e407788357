import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, day, int, nothing, text } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { bulkIds, bulkResults } from '#lib/register/bulkContract.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'
import { appointmentFilters } from './appointmentFilters.ts'
import { letterContract } from './letterContract.ts'

const row = z.object({
  id: z.int(),
  personName: z.string(),
  bodyName: z.string(),
  postName: z.string(),
  termNumber: z.string(),
  organisationId: z.int().nullable(),
  organisationName: z.string(),
  fromDay: z.string(),
  /** The last day; null: without end. */
  until: z.string().nullable(),
  state: z.enum(['current', 'ended', 'coming']),
  stateName: z.string(),
})
const moved = z.object({ id: z.int(), version: z.int() })
const seen = { id: int, version: int }
const reason = text(200).min(1, '请填写原因')

export const section: Section = { title: '组织机构与任职' }

export const postRecords = {
  body: {
    who: 'staff:posts',
    called: '机构',
    list: listing(
      siteRecord.extend({
        kindName: z.string(),
        parentName: z.string(),
        sentences: z.array(z.string()),
        isOwn: z.boolean(),
        termNumber: z.string(),
        posts: z.int(),
        /** People in office today. */
        holders: z.int(),
      }),
    ),
  },
  post: {
    who: 'staff:posts',
    called: '职务',
    list: listing(
      siteRecord.extend({
        bodyName: z.string(),
        sentences: z.array(z.string()),
        follows: z.array(z.string()),
        holders: z.int(),
      }),
    ),
  },
  term: {
    who: 'staff:posts',
    called: '届次',
    list: listing(siteRecord.extend({ bodyName: z.string(), stateName: z.string(), holders: z.int() })),
  },
} as const satisfies Record<string, RecordType>

export const staffPostsContract = {
  ...letterContract,
  'GET /staff/appointment/list': {
    who: 'staff:posts',
    summary: '任职名册：某一天谁任什么职务；按机构、职务、届次、单位、日期和状态筛选，没有日期的为今天',
    ...registerList(appointmentFilters, row),
    example: { state: 'current', pageNum: 1 },
  },
  'GET /staff/appointment/export': {
    who: 'staff:posts',
    confirm: true,
    summary: '导出任职名册为 XLSX，条件和顺序与列表相同；手机只有一部分',
    ...registerExport(appointmentFilters),
    example: { state: 'current' },
  },
  'GET /staff/appointment/choices': {
    who: 'staff:posts',
    summary: '任命时的表单；每个职务的任职规则，以及随职务而来的席位、表决权与公开',
    input: nothing,
    output: z.object({
      fields: z.array(formField),
      bodies: z.array(z.object({ id: z.int(), name: z.string() })),
      posts: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          bodyId: z.int(),
          bodyName: z.string(),
          isOpen: z.boolean(),
          sentences: z.array(z.string()),
          follows: z.array(z.string()),
        }),
      ),
      terms: z.array(z.object({ id: z.int(), name: z.string(), bodyId: z.int() })),
    }),
  },
  'GET /staff/appointment/level': {
    who: 'staff:posts',
    summary: '任命以后，单位的会员级别按职务应由什么变更为什么；不需要变更的为 null',
    input: z.object({ postId: int, organisationId: int }),
    output: z.object({ change: z.object({ from: z.string(), to: z.string() }).nullable() }),
    example: { postId: 1, organisationId: 1 },
  },
  'GET /staff/appointment/detail': {
    who: 'staff:posts',
    summary: '一项任职：任期、依据、同一席位的前后任、此人的其他任职；手机只有一部分',
    input: byId,
    output: row.extend({
      version: z.int(),
      bodyId: z.int(),
      postId: z.int(),
      fields: z.array(formField),
      form: formValues,
      masked: z.record(z.string(), z.string()),
      facts: z.array(z.object({ label: z.string(), text: z.string() })),
      accountName: z.string(),
      endReason: z.string(),
      exceptions: z.array(z.string()),
      exceptionReason: z.string(),
      /** Letter of appointment; null: the post comes with none, and none was issued. */
      letter: z.object({ number: z.string(), statusName: z.string(), isValid: z.boolean() }).nullable(),
      sentences: z.array(z.string()),
      follows: z.array(z.string()),
      replacementFields: z.array(formField),
      canDo: z.array(z.enum(['issue', 'withdraw', 'replace', 'end', 'resume', 'remove'])),
      /** The same seat before and after. */
      seat: z.array(row),
      /** Other appointments of the same person. */
      others: z.array(row),
    }),
    example: { id: 1 },
  },
  'POST /staff/appointment/save': {
    who: 'staff:posts',
    sends: true,
    summary:
      '任命一人，或更正一项任职；不符合任职规则的逐条说明，章程允许例外的写明理由后可以任命；changesLevel 同时变更单位的会员级别并告知会员',
    input: z.object({
      id: int.optional(),
      version: int.optional(),
      form: formInput,
      organisationId: int.nullish(),
      changesLevel: z.boolean().default(false),
    }),
    output: moved,
    example: {
      form: {
        postId: '1',
        personName: '程远',
        bornMonth: '1968-05',
        fromDay: '2026-03-01',
        decision: '第六届会员大会选举',
      },
      organisationId: 1,
    },
  },
  'POST /staff/appointment/replace': {
    who: 'staff:posts',
    sends: true,
    summary: '由另一人接替：前任到前一天为止，单位、职务和届次不变',
    input: z.object({ ...seen, form: formInput }),
    output: moved,
    example: {
      id: 1,
      version: 1,
      form: { personName: '尹航', fromDay: '2026-06-01', decision: '第六届理事会第三次会议', reason: '工作调动' },
    },
  },
  'POST /staff/appointment/end': {
    who: 'staff:posts',
    summary: '提前结束一项任职，写明最后一天和原因；可以恢复',
    input: z.object({ ...seen, toDay: day, reason }),
    output: moved,
    example: { id: 1, version: 1, toDay: '2026-06-30', reason: '本人辞任' },
  },
  'POST /staff/appointment/resume': {
    who: 'staff:posts',
    summary: '恢复一项提前结束、还没有人接替的任职，至届满为止',
    input: z.object(seen),
    output: moved,
    example: { id: 1, version: 2 },
  },
  'POST /staff/appointment/remove': {
    who: 'staff:posts',
    confirm: true,
    summary: '删除一项登记有误的任职；有前任或后任的不能删除',
    input: z.object({ ...seen, reason }),
    output: z.object({}),
    example: { id: 1, version: 1, reason: '重复登记' },
  },
  'POST /staff/appointment/bulk': {
    who: 'staff:posts',
    confirm: true,
    summary: '一次结束多项任职，写明最后一天和原因；逐项说明办理结果',
    input: z.object({ ids: bulkIds, toDay: day, reason }),
    output: bulkResults,
    example: { ids: [1, 2], toDay: '2026-06-30', reason: '换届' },
  },
  'POST /staff/appointment/resumeMany': {
    who: 'staff:posts',
    confirm: true,
    summary: '撤回一次结束的多项任职，逐项说明结果',
    input: z.object({ ids: bulkIds }),
    output: bulkResults,
    example: { ids: [1, 2] },
  },
  'POST /staff/appointment/reveal': {
    who: 'staff:posts',
    confirm: true,
    summary: '完整显示任职人的手机：须再次输入密码，并记入审计日志',
    input: byId,
    output: z.object({ mobile: z.string().nullable() }),
    example: { id: 1 },
  },
} as const satisfies Contract

export type AppointmentRow = z.infer<typeof row>
