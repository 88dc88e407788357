import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, code, int, nothing, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { storedFile } from '#modules/files/contract.ts'
import { noticeFilters } from '../noticeFilters.ts'
import { noticeStates, objectionStates, REASON_LENGTH } from '../objection.ts'

const noticed = {
  id: z.int(),
  kind: z.string(),
  kindName: z.string(),
  title: z.string(),
  detail: z.string(),
  provinceName: z.string(),
  fromDay: z.string(),
  toDay: z.string(),
}
const noticeHead = {
  ...noticed,
  state: z.enum(noticeStates),
  stateName: z.string(),
  /** Calendar days, today not counted; while it is on hold, those that it had left. */
  daysLeft: z.int(),
}
const objectionStatus = { status: z.enum(objectionStates), statusName: z.string() }

/** The ticket of an objection comes in the header `ticket`, as that of a handover does. */
export const noticeContract = {
  'GET /app/publicity/notice/list': {
    who: 'anyone',
    summary: '公示中的事项，最早结束的在前；到期自动撤下',
    cached: true,
    ...paged(
      { kind: code.optional() },
      z.object({
        ...noticed,
        daysLeft: z.int(),
        /** True while an objection is examined; its days do not count. */
        isHeld: z.boolean(),
      }),
    ),
    example: { kind: 'membership', pageNum: 1, pageSize: 10 },
  },
  'GET /app/publicity/notice/info': {
    who: 'anyone',
    summary: '一项公示：内容、公示期、剩余天数，收到的异议及核查结果（不含异议人）',
    cached: true,
    input: byId,
    output: z.object({
      ...noticeHead,
      prolongReason: z.string(),
      /** Whom it is about, where they are many; names are masked. */
      table: z.object({ head: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable(),
      /** Being examined. */
      pending: z.int(),
      results: z.array(
        z.object({ ...objectionStatus, receivedOn: z.string(), decidedOn: z.string(), result: z.string() }),
      ),
    }),
    example: { id: 1 },
  },
  'POST /app/publicity/notice/objection': {
    who: 'anyone',
    summary:
      '对公示中的事项实名提出异议；手机号凭短信验证码核实（用途 objection）。返回受理编号，以及此后补充材料用的凭据',
    limit: { name: 'objection', max: 10, per: 3_600_000 },
    input: z.object({
      noticeId: int,
      name: text(60),
      phone: text(30),
      code: text(20),
      idNumber: text(30).default(''),
      reason: z
        .string('请写明异议的事实和理由')
        .trim()
        .max(REASON_LENGTH.max * 2, `理由不能超过 ${REASON_LENGTH.max} 个字`),
    }),
    output: z.object({ number: z.string(), ticket: z.string() }),
    example: {
      noticeId: 1,
      name: '李晓明',
      phone: '13900001234',
      code: '204816',
      idNumber: '',
      reason: '该单位申报的业绩与事实不符。……（不少于 50 字，写明时间、地点、经过和依据）',
    },
  },
  'POST /app/publicity/notice/objection/file': {
    who: 'anyone',
    upload: true,
    summary: '为尚未办结的异议补充一份材料（PDF 或照片），请求头须带 ticket',
    limit: { name: 'objection/file', max: 20, per: 3_600_000 },
    input: nothing,
    output: storedFile,
  },
  'POST /app/publicity/notice/objection/progress': {
    who: 'anyone',
    summary: '异议人凭受理编号和手机号查询办理进度',
    input: z.object({ number: text(30), phone: text(30) }),
    output: z.object({
      number: z.string(),
      noticeId: z.int(),
      noticeTitle: z.string(),
      ...objectionStatus,
      next: z.string(),
      result: z.string(),
      files: z.int(),
      createdAt: z.string(),
      updatedAt: z.string(),
    }),
    example: { number: 'YY2026-000001', phone: '13900001234' },
  },
} as const satisfies Contract

const noticeRow = z.object({ ...noticeHead, applicationId: z.int(), objections: z.int(), openObjections: z.int() })
const known = { id: int }

export const staffNoticeContract = {
  'GET /staff/notice/list': {
    who: 'staff:applications',
    provinces: 'within',
    summary: '公示列表：有异议待核查的在前，其次先到期的在前',
    ...registerList(noticeFilters, noticeRow),
    example: { state: 'held', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/notice/export': {
    who: 'staff:applications',
    provinces: 'within',
    summary: '按列表的筛选条件导出公示',
    ...registerExport(noticeFilters),
    example: { state: 'ended' },
  },
  'GET /staff/notice/detail': {
    who: 'staff:applications',
    provinces: 'within',
    summary: '一项公示和它的异议；异议人的姓名、手机、证件号码只显示一部分',
    input: z.object(known),
    output: noticeRow.extend({
      applicationNumber: z.string(),
      prolongReason: z.string(),
      heldAt: z.string().nullable(),
      list: z.array(
        z.object({
          id: z.int(),
          number: z.string(),
          ...objectionStatus,
          name: z.string(),
          phone: z.string(),
          idNumber: z.string(),
          reason: z.string(),
          files: z.array(storedFile),
          result: z.string(),
          actorName: z.string(),
          createdAt: z.string(),
          updatedAt: z.string(),
        }),
      ),
    }),
    example: { id: 1 },
  },
  'POST /staff/notice/prolong': {
    tells: true,
    who: 'staff:decide',
    provinces: 'within',
    summary: '延长公示期若干个工作日，须说明理由（在公示页面公布）',
    input: z.object({
      ...known,
      days: int.max(30, '一次最多延长 30 个工作日'),
      reason: text(200).min(2, '请写明延长的理由，会在公示页面公布'),
    }),
    output: z.object({ toDay: z.string() }),
    example: { id: 1, days: 3, reason: '公示材料有补充' },
  },
  'POST /staff/objection/accept': {
    tells: true,
    who: 'staff:decide',
    summary: '受理异议，开始核查；短信告知异议人',
    input: z.object(known),
    output: z.object(objectionStatus),
    example: { id: 1 },
  },
  'POST /staff/objection/decide': {
    tells: true,
    who: 'staff:decide',
    summary: '异议核查结果：成立则事项退回重新审议，不成立则公示恢复计时。结果在公示页面公布并短信告知异议人',
    input: z.object({
      ...known,
      action: z.enum(['uphold', 'dismiss'], '应为 uphold 或 dismiss'),
      result: text(1000).min(10, '请写明核查结果，至少 10 个字，会在公示页面公布'),
    }),
    output: z.object(objectionStatus),
    example: { id: 1, action: 'dismiss', result: '经核对合同与验收报告，所述业绩属实，异议不成立。' },
  },
  'POST /staff/objection/reveal': {
    who: 'staff:decide',
    confirm: true,
    summary: '查看异议人的姓名、手机和证件号码全文，查看会记入审计日志',
    input: z.object(known),
    output: z.object({ name: z.string(), phone: z.string(), idNumber: z.string() }),
    example: { id: 1 },
  },
} as const satisfies Contract
