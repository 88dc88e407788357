import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { code, int, text } from '#lib/fields.ts'
import { fieldKinds } from '#lib/form.ts'
import { page, paging } from '#lib/paging.ts'
import { storedFile } from '#modules/files/contract.ts'
import { actions, states } from './workflow.ts'

const state = z.enum(states, '不是有效的状态')

/** A form as `lib/form.ts` describes it. */
export const formField = z.object({
  ...{ name: z.string(), label: z.string(), section: z.string(), kind: z.enum(fieldKinds) },
  ...{ required: z.boolean().optional(), max: z.number().optional(), min: z.number().optional() },
  options: z
    .array(z.object({ code: z.string(), name: z.string() }))
    .readonly()
    .optional(),
  ...{ unit: z.string().optional(), hint: z.string().optional(), personal: z.boolean().optional() },
  autocomplete: z.string().optional(),
})
const point = z.object({ lng: z.number(), lat: z.number() })
export const formValues = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), point, z.null()]),
)
/** What somebody fills in, checked field by field by `readForm`. */
export const formInput = z
  .record(z.string().max(40, '没有这一栏'), z.unknown(), '应为填写的内容')
  .refine(form => Object.keys(form).length <= 200, '栏目过多')

/** What a reviewer asked for, and what the applicant says to it. */
export const remark = z.object({
  field: z.string().optional(),
  slot: z.string().optional(),
  label: z.string(),
  text: z.string(),
  answer: z.string().optional(),
})

const timeline = z.array(
  z.object({
    id: z.int(),
    action: z.enum(actions),
    actionName: z.string(),
    to: state,
    toName: z.string(),
    by: z.enum(['applicant', 'staff', 'calendar']),
    actorName: z.string(),
    opinion: z.string(),
    remarks: z.array(remark),
    at: z.string(),
  }),
)

/** What a submission changed against the one before. */
const rounds = z.array(
  z.object({
    revision: z.int(),
    at: z.string(),
    changes: z.array(
      z.object({
        field: z.string(),
        label: z.string(),
        before: z.string(),
        after: z.string(),
        remark: z.string().optional(),
        answer: z.string().optional(),
      }),
    ),
  }),
)

/** 诚实的等待时间: the stage, since when, who acts next, and how long that usually takes here. */
const waiting = z.object({
  since: z.string(),
  who: z.enum(['applicant', 'staff', 'calendar', 'nobody']),
  whoName: z.string(),
  /** Half of the last ones took no longer; null while there are too few to say. */
  usualDays: z.number().nullable(),
})

const progress = {
  id: z.int(),
  number: z.string().nullable(),
  kind: z.string(),
  kindName: z.string(),
  title: z.string(),
  status: state,
  statusName: z.string(),
  version: z.int(),
  stages: z.array(z.object({ name: z.string(), state: z.enum(['done', 'current', 'todo']) })),
  waiting,
  timeline,
  rounds,
}

const decision = z.object({
  id: int,
  version: int,
  action: z.enum(['pass', 'return', 'reject'], '应为通过、退回或不予通过'),
  opinion: text(1000).default(''),
  remarks: z
    .array(
      z.object({ field: code.optional(), slot: code.optional(), text: text(500).min(1, '请写明要求') }),
      '应为批注的列表',
    )
    .max(100, '批注不能超过 100 条')
    .default([]),
})
const decided = z.object({ id: z.int(), status: state, statusName: z.string(), version: z.int() })
const sampleDecision = {
  id: 1,
  version: 2,
  action: 'return',
  opinion: '请补正',
  remarks: [{ field: 'orgName', text: '与执照不一致' }],
}

export const reviewContract = {
  'GET /app/publicity/notice/list': {
    who: 'anyone',
    summary: '公示中的事项，最早结束的在前；到期自动撤下',
    cached: true,
    input: z.object({ kind: code.optional(), ...paging }),
    output: page(
      z.object({
        id: z.int(),
        kind: z.string(),
        kindName: z.string(),
        title: z.string(),
        detail: z.string(),
        provinceName: z.string(),
        fromDay: z.string(),
        toDay: z.string(),
        daysLeft: z.int(),
      }),
    ),
    example: { kind: 'membership', pageNum: 1, pageSize: 10 },
  },
  'GET /app/publicity/form/check': {
    who: 'anyone',
    summary: '扫描打印件上的二维码：是哪份申请的哪一版，此后是否改过',
    input: z.object({ token: text(60).min(1, '缺少二维码内容') }),
    output: z
      .object({
        number: z.string(),
        kindName: z.string(),
        title: z.string(),
        revision: z.int(),
        printedAt: z.string(),
        isCurrent: z.boolean(),
      })
      .nullable(),
    example: { token: 'x' },
  },
  'GET /member/doing/list': {
    who: 'member',
    summary: '在办事项：进行中的申请，以及需要我做什么',
    input: z.object({}),
    output: z.array(
      z.object({
        id: z.int(),
        bizType: z.string(),
        bizTypeName: z.string(),
        title: z.string(),
        number: z.string().nullable(),
        status: state,
        statusName: z.string(),
        action: z.enum(['fill', 'mend', 'upload', 'pay', 'wait']),
        actionName: z.string(),
        route: z.string(),
        deadline: z.string().nullable(),
        since: z.string(),
        updateTime: z.string(),
      }),
    ),
  },
  'GET /member/application/list': {
    who: 'member',
    summary: '我提交过的全部申请，新的在前',
    input: z.object({ ...paging }),
    output: page(
      z.object({
        id: z.int(),
        kindName: z.string(),
        title: z.string(),
        number: z.string().nullable(),
        status: state,
        statusName: z.string(),
        updateTime: z.string(),
      }),
    ),
  },
  'GET /member/application/detail': {
    who: 'member',
    summary: '一份申请的进度：所处环节、等待时间、每一轮的意见与改动',
    input: z.object({ id: int }),
    output: z.object({
      ...progress,
      canWithdraw: z.boolean(),
      route: z.string(),
      remarks: z.array(remark),
      deadline: z.string().nullable(),
    }),
    example: { id: 1 },
  },
  'POST /member/application/withdraw': {
    who: 'member',
    summary: '撤回尚未审议的申请',
    input: z.object({ id: int, version: int }),
    output: decided,
    example: { id: 1, version: 3 },
  },
  'GET /staff/review/list': {
    who: 'staff:applications',
    summary: '申请列表：默认为等待本人岗位处理的，等得最久的在前',
    input: z.object({ kind: code.optional(), status: state.optional(), key: text(60).optional(), ...paging }),
    output: page(
      z.object({
        id: z.int(),
        number: z.string().nullable(),
        kind: z.string(),
        kindName: z.string(),
        title: z.string(),
        status: state,
        statusName: z.string(),
        since: z.string(),
        waitingDays: z.int(),
        revision: z.int(),
        version: z.int(),
      }),
    ),
    example: { status: 'submitted', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/review/detail': {
    who: 'staff:applications',
    summary: '一份申请的全部内容：表单（个人信息已遮盖）、材料与其二维码核对、新旧对照、历次意见',
    input: z.object({ id: int }),
    output: z.object({
      ...progress,
      form: z.array(
        z.object({
          field: z.string(),
          label: z.string(),
          section: z.string(),
          text: z.string(),
          /** Of the round before, where it was different. */
          before: z.string().nullable(),
          remark: z.string().nullable(),
          answer: z.string().nullable(),
        }),
      ),
      materials: z.array(
        z.object({
          slot: z.string(),
          name: z.string(),
          required: z.boolean(),
          /** Whether a scan is of the form as it is now. */
          match: z.enum(['current', 'outdated', 'other', 'none']).nullable(),
          files: z.array(storedFile),
        }),
      ),
      canDo: z.array(z.enum(actions)),
      noticeEndsOn: z.string().nullable(),
    }),
    example: { id: 1 },
  },
  'POST /staff/review/decide': {
    who: 'staff:review',
    summary: '初审、复审：通过、退回补正（可逐栏批注）或不予通过',
    input: decision,
    output: decided,
    example: sampleDecision,
  },
  'POST /staff/decision/record': {
    who: 'staff:decide',
    summary: '记录审议结果；公示期满后通过公示',
    input: decision,
    output: decided,
    example: { id: 1, version: 5, action: 'pass', opinion: '第六届理事会第三次会议通过' },
  },
  'POST /staff/fee/confirm': {
    who: 'staff:finance',
    summary: '确认会费等款项已到账，或退回缴费凭证',
    input: decision,
    output: decided,
    example: { id: 1, version: 7, action: 'pass', opinion: '' },
  },
} as const satisfies Contract
