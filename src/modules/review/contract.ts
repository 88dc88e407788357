import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, code, fileOf, int, nothing, text } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { paged } from '#lib/paging.ts'
import { applyingContract, remark } from './applyingContract.ts'
import { confirmingContract } from './confirming/contract.ts'
import { noticeContract, noticed } from './notices/contract.ts'
import { action, state } from './stateContract.ts'

export { formField, formInput, formValues, remark, state }

const timeline = z.array(
  z.object({
    id: z.int(),
    action: action,
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

/** A step of the history, for readers who may see all of it. */
const step = {
  id: z.int(),
  actionName: z.string(),
  toName: z.string(),
  actorName: z.string(),
  opinion: z.string(),
}
export const steps = z.array(z.object({ ...step, at: z.string() }))
export const stepsWithRemarks = z.array(z.object({ ...step, remarks: z.array(remark), at: z.string() }))

/** Changes of each submission compared to the one before. */
export const rounds = z.array(
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
  /** Name of the party that acts next, or of the event it waits for. */
  whoName: z.string(),
  /** Half of the last ones took no longer; null while there are too few to say. */
  usualDays: z.number().nullable(),
  /** Working days within which the association promises to act; null if it is not its turn. */
  termDays: z.int().nullable(),
})

export const caseHead = {
  id: z.int(),
  number: z.string().nullable(),
  kind: z.string(),
  kindName: z.string(),
  title: z.string(),
  status: state,
  statusName: z.string(),
}

export const progress = {
  ...caseHead,
  version: z.int(),
  stages: z.array(z.object({ name: z.string(), state: z.enum(['done', 'current', 'todo']) })),
  waiting,
  timeline,
  rounds,
}

/** Why it came back or was refused, the last time; null where it never was. */
export const lastReason = z
  .object({
    status: state,
    statusName: z.string(),
    auditTime: z.string(),
    auditor: z.string(),
    reason: z.string(),
    items: z.array(z.object({ field: z.string(), label: z.string(), reason: z.string() })),
    deadline: z.string().nullable(),
  })
  .nullable()

export const decided = z.object({ id: z.int(), status: state, statusName: z.string(), version: z.int() })

export const reviewContract = {
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
  ...noticeContract,
  ...confirmingContract,
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
    input: nothing,
    output: z.array(
      z.object({
        id: z.int(),
        bizType: z.string(),
        bizTypeName: z.string(),
        title: z.string(),
        number: z.string().nullable(),
        status: state,
        statusName: z.string(),
        action: z.enum(['fill', 'mend', 'upload', 'pay', 'accept', 'wait']),
        actionName: z.string(),
        route: z.string(),
        deadline: z.string().nullable(),
        since: z.string(),
        waiting,
        updateTime: z.string(),
      }),
    ),
  },
  'GET /member/todo/list': {
    who: 'member',
    summary: '待我办理：轮到我的申请、待缴的会费、可以换证的证书等，期限近的在前',
    input: nothing,
    output: z.array(
      z.object({
        key: z.string(),
        kindName: z.string(),
        title: z.string(),
        number: z.string().nullable(),
        statusName: z.string(),
        actName: z.string(),
        route: z.string(),
        /** Due date; null if there is none. */
        dueOn: z.string().nullable(),
        /** Application whose progress can be shown; null for other tasks. */
        applicationId: z.int().nullable(),
      }),
    ),
  },
  'GET /member/application/list': {
    who: 'member',
    summary: '我提交过的全部申请，新的在前；over=1 只列已办结的',
    ...paged(
      { over: z.enum(['1'], '应为 1').optional() },
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
    input: byId,
    output: z.object({
      ...progress,
      canWithdraw: z.boolean(),
      route: z.string(),
      remarks: z.array(remark),
      deadline: z.string().nullable(),
      /** True if the submission can be read by `GET /member/application/form` and downloaded from `…/sheet`. */
      hasSheet: z.boolean(),
    }),
    example: { id: 1 },
  },
  'GET /member/application/sheet': {
    who: 'member',
    summary: '提交的内容（PDF），留作底稿',
    ...fileOf,
  },
  ...applyingContract,
  'POST /member/application/withdraw': {
    who: 'member',
    duties: ['applications'],
    summary: '撤回尚未审议的申请',
    input: z.object({ id: int, version: int }),
    output: decided,
    example: { id: 1, version: 3 },
  },
} as const satisfies Contract
