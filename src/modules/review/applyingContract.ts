import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { code, int, nothing, text } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { storedFile } from '#modules/files/contract.ts'
import { state } from './stateContract.ts'

/** A reviewer's request and the applicant's answer. */
export const remark = z.object({
  field: z.string().optional(),
  slot: z.string().optional(),
  label: z.string(),
  text: z.string(),
  answer: z.string().optional(),
})

/** A place for files, as the applicant sees it. */
export const material = z.object({
  code: z.string(),
  name: z.string(),
  required: z.boolean(),
  max: z.int(),
  hint: z.string(),
  files: z.array(storedFile),
  editable: z.boolean(),
  /** Result of comparing the QR code of a stamped form with the current form. */
  match: z.enum(['current', 'outdated', 'other', 'none', 'unread']).nullable(),
})

/** True if another way may replace the sealed paper; `confirming` returns which, and its status. */
export const isConfirmable = z.boolean()

/** Identifies an application by its id; or by kind, meaning the open one or a new one. */
const which = {
  id: int.optional(),
  kind: code.optional(),
  /** Subject of a new application, for kinds that need one. */
  subjectId: int.optional(),
}
export const written = {
  /** The one that was read; with an older one nothing is written over. */
  version: int.optional(),
  form: formInput.optional(),
  /** Complete list: a slot that is missing becomes empty. */
  files: z
    .array(z.object({ code, fileId: int }), '应为材料的列表')
    .max(200, '材料不能超过 200 个')
    .optional(),
  answers: z.record(z.string().max(40), text(500), '应为对各条意见的答复').optional(),
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

/** Calls of an applicant for every kind that `defineKind` opens to them. */
export const applyingContract = {
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
} as const satisfies Contract
