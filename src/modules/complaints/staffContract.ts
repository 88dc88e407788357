import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, day, int, nothing, text } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { storedFile } from '#modules/files/contract.ts'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'
import { complaintFilters } from './complaintFilters.ts'
import { complaintStates, MAX_FILES } from './complaintWords.ts'

const state = z.enum(complaintStates)
const row = z.object({
  id: z.int(),
  number: z.string(),
  kindName: z.string(),
  topic: z.string(),
  personName: z.string(),
  subjectName: z.string(),
  receivedOn: z.string(),
  dueOn: z.string(),
  /** Days late; 0: in time, or closed. */
  daysLate: z.int(),
  handlerName: z.string(),
  state,
  stateName: z.string(),
  outcome: z.string(),
})
const files = z.array(int).max(MAX_FILES, `最多 ${MAX_FILES} 个文件`)
const moved = z.object({ id: z.int(), version: z.int() })
const seen = { id: int, version: int }

export const section: Section = { title: '投诉与请求' }

export const complaintRecords = {
  complaintKind: { who: 'staff:complaints', called: '事项种类', list: listing(siteRecord) },
} as const satisfies Record<string, RecordType>

export const staffComplaintsContract = {
  'GET /staff/complaint/list': {
    who: 'staff:complaints',
    summary: '投诉与请求，新收到的在前；按种类、状态、是否超期、经办人、来源和收到日期筛选',
    ...registerList(complaintFilters, row),
    example: { state: 'open', pageNum: 1 },
  },
  'GET /staff/complaint/export': {
    who: 'staff:complaints',
    confirm: true,
    summary: '导出投诉与请求为 XLSX，条件和顺序与列表相同；手机只有一部分',
    ...registerExport(complaintFilters),
    example: { state: 'open' },
  },
  'GET /staff/complaint/choices': {
    who: 'staff:complaints',
    summary: '登记时可选的种类及其栏目，可以经办的同事',
    input: nothing,
    output: z.object({
      kinds: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          days: z.int(),
          isAboutData: z.boolean(),
          isOpen: z.boolean(),
          outcomes: z.array(z.string()),
          fields: z.array(formField),
        }),
      ),
      handlers: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
  },
  'GET /staff/complaint/detail': {
    who: 'staff:complaints',
    summary: '一件投诉或请求：内容、证据、办理记录、期限与结果；手机只有一部分',
    input: byId,
    output: row.extend({
      version: z.int(),
      kindId: z.int(),
      isAboutData: z.boolean(),
      outcomes: z.array(z.string()),
      fields: z.array(formField),
      form: formValues,
      masked: z.record(z.string(), z.string()),
      facts: z.array(z.object({ label: z.string(), text: z.string() })),
      organisation: z.object({ id: z.int(), name: z.string() }).nullable(),
      person: z.object({ id: z.int(), name: z.string() }).nullable(),
      /** Certificate with this number, as it stands today. */
      certificate: z.object({ id: z.int(), number: z.string(), statusName: z.string() }).nullable(),
      files: z.array(storedFile),
      handlerId: z.int().nullable(),
      decision: z.string(),
      kept: z.string(),
      answeredOn: z.string().nullable(),
      closedTime: z.string().nullable(),
      closedName: z.string(),
      createdTime: z.string(),
      createdName: z.string(),
      notes: z.array(
        z.object({
          id: z.int(),
          content: z.string(),
          byName: z.string(),
          at: z.string(),
          files: z.array(storedFile),
        }),
      ),
      /** Others about the same organisation, person or certificate. */
      others: z.array(z.object({ id: z.int(), number: z.string(), topic: z.string(), stateName: z.string() })),
    }),
    example: { id: 1 },
  },
  'POST /staff/complaint/save': {
    who: 'staff:complaints',
    summary: '登记一件投诉或请求，或修改其内容（只需给出改动的栏目）；期限按种类的工作日数自动算出；已办结的不能修改',
    input: z.object({
      id: int.optional(),
      version: int.optional(),
      kindId: int,
      form: formInput,
      organisationId: int.nullish(),
      personId: int.nullish(),
      fileIds: files.optional(),
    }),
    output: moved,
    example: {
      kindId: 1,
      form: {
        channel: 'phone',
        receivedOn: '2026-03-02',
        content: '证书已过期仍在承接业务',
        subject: '示例机电有限公司',
      },
    },
  },
  'POST /staff/complaint/assign': {
    who: 'staff:complaints',
    summary: '交给一位同事经办；对方收到消息',
    input: z.object({ ...seen, handlerId: int.nullable() }),
    output: moved,
    example: { id: 1, version: 1, handlerId: 2 },
  },
  'POST /staff/complaint/extend': {
    who: 'staff:complaints',
    summary: '延长办理期限，写明原因；记入办理记录',
    input: z.object({ ...seen, dueOn: day, reason: text(200).min(1, '请填写原因') }),
    output: moved,
    example: { id: 1, version: 1, dueOn: '2026-06-30', reason: '须等待检验结果' },
  },
  'POST /staff/complaint/note': {
    who: 'staff:complaints',
    summary: '添加一条办理记录，可附证据；不能修改或删除',
    input: z.object({ id: int, content: text(2000).min(1, '请填写办理情况'), fileIds: files.default([]) }),
    output: z.object({ id: z.int() }),
    example: { id: 1, content: '已与单位核实', fileIds: [] },
  },
  'POST /staff/complaint/close': {
    who: 'staff:complaints',
    confirm: true,
    summary: '办结：结果、认定与答复的内容、答复日期；个人信息请求须写明保留了什么和为什么',
    input: z.object({
      ...seen,
      outcome: text(60).min(1, '请选择办理结果'),
      decision: text(2000).min(1, '请写明认定和答复的内容'),
      kept: text(2000).default(''),
      answeredOn: day.optional(),
    }),
    output: moved,
    example: { id: 1, version: 1, outcome: '属实，已暂停证书', decision: '经核实……', answeredOn: '2026-03-20' },
  },
  'POST /staff/complaint/reopen': {
    who: 'staff:complaints',
    confirm: true,
    summary: '重新办理一件已办结的，写明原因；原来的结果留在办理记录中',
    input: z.object({ ...seen, reason: text(200).min(1, '请填写原因') }),
    output: moved,
    example: { id: 1, version: 2, reason: '投诉人补充了证据' },
  },
  'POST /staff/complaint/data': {
    who: 'staff:personalData',
    confirm: true,
    secondPerson: { rule: 'personalData' },
    summary:
      '提出导出一件个人信息请求中本人的全部信息，交给本人；另一位同事同意后，由提出的人在“双人复核”下载 ZIP，内有可以阅读的 HTML、XLSX 和 JSON',
    input: byId,
    output: 'file',
    example: { id: 1 },
  },
  'POST /staff/complaint/reveal': {
    who: 'staff:complaints',
    confirm: true,
    summary: '完整显示来人的手机：须再次输入密码，并记入审计日志',
    input: byId,
    output: z.object({ mobile: z.string().nullable() }),
    example: { id: 1 },
  },
} as const satisfies Contract

export type ComplaintRow = z.infer<typeof row>
