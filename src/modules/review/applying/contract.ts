import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, code, fileOf, int, nothing, text } from '#lib/form/fields.ts'
import { formField, formValues } from '#lib/form/formContract.ts'
import { paged } from '#lib/paging.ts'
import { storedFile } from '#modules/files/contract.ts'
import { decided, isConfirmable, material, progress, remark, waiting, written } from '../applicationShape.ts'
import { state } from '../stateContract.ts'

/** Identifies an application by its id; or by kind, meaning the open one or a new one. */
const which = {
  id: int.optional(),
  kind: code.optional(),
  /** Subject of a new application, for kinds that need one. */
  subjectId: int.optional(),
}
const sent = z.object({ ...which, ...written })
const result = z.object({
  id: z.int(),
  number: z.string().nullable(),
  status: state,
  statusName: z.string(),
  version: z.int(),
  savedAt: z.string(),
})

/** Calls of an applicant; those that write are for every kind that `defineKind` opens to them. */
export const applyingContract = {
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
      /** Address at which the same can be applied for anew; null if there is no general one. */
      again: z.string().nullable(),
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
  'GET /member/application/form': {
    who: 'member',
    summary: '任何一种申请的申请表与材料：按 id；或按 kind 得到在办的一份，没有时为带出已知内容的空表',
    input: z.object(which),
    output: z.object({
      /** Null: not begun; the first save begins it. */
      id: z.int().nullable(),
      kind: z.string(),
      kindName: z.string(),
      title: z.string(),
      number: z.string().nullable(),
      status: state,
      statusName: z.string(),
      version: z.int().nullable(),
      savedAt: z.string().nullable(),
      deadline: z.string().nullable(),
      /** Step that is due, for kinds with a second one: the form or the materials. */
      step: z.enum(['form', 'materials']),
      stages: z.array(z.object({ name: z.string(), state: z.enum(['done', 'current', 'todo']) })),
      editable: z.boolean(),
      /** Why nothing can be written now, although it is the applicant's turn. */
      hindrance: z.string().nullable(),
      fields: z.array(formField).readonly(),
      openFields: z.array(z.string()),
      form: formValues,
      materials: z.array(material),
      isConfirmable,
      auditReason: z.array(remark),
    }),
    example: { kind: 'membership' },
  },
  'GET /member/application/earlier': {
    who: 'member',
    summary: '可以带入这份申请的以前的申请：本账号提交过的，至少一半栏目相同的，新的在前，最多看最近 20 份',
    input: byId,
    output: z.array(
      z.object({
        id: z.int(),
        kindName: z.string(),
        title: z.string(),
        number: z.string().nullable(),
        statusName: z.string(),
        day: z.string(),
      }),
    ),
    example: { id: 1 },
  },
  'GET /member/application/copied': {
    who: 'member',
    summary: '从以前的申请（from）可以带入的内容和文件，只填空着的；不能带入和须更正的逐项说明。只是提议，不写入',
    input: z.object({ id: int, from: int }),
    output: z.object({
      form: formValues,
      files: z.array(z.object({ code: z.string(), file: storedFile })),
      /** Number of fields in `form`. */
      copied: z.int(),
      left: z.array(z.object({ name: z.string(), label: z.string(), reason: z.string() })),
    }),
    example: { id: 2, from: 1 },
  },
  'POST /member/application/save': {
    who: 'member',
    duties: ['applications'],
    summary: '保存一份申请，填多少存多少；没有时开始一份。version 为读到的版本，已被别处修改时返回 409',
    maxBodyKb: 768,
    input: sent,
    output: result,
    example: { kind: 'membership', form: { name: '示例机电有限公司' } },
  },
  'POST /member/application/check': {
    who: 'member',
    duties: ['applications'],
    summary: '提交之前检查：能否就这样提交；有误时返回 400 并指明每一栏，什么也不改动',
    maxBodyKb: 768,
    input: sent,
    output: nothing,
    example: { kind: 'membership', form: { name: '示例机电有限公司' } },
  },
  'POST /member/application/submit': {
    who: 'member',
    duties: ['applications'],
    summary: '提交申请表或材料，视所处环节而定；有误时返回 400 并指明每一栏',
    maxBodyKb: 768,
    input: sent,
    output: result,
    example: { kind: 'membership', form: { name: '示例机电有限公司' } },
  },
  'POST /member/application/withdraw': {
    who: 'member',
    duties: ['applications'],
    summary: '撤回尚未审议的申请',
    input: z.object({ id: int, version: int }),
    output: decided,
    example: { id: 1, version: 3 },
  },
} as const satisfies Contract
