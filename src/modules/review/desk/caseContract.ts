import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { escalationRecord } from '#lib/form/escalationContract.ts'
import { byId, code, int, nothing, text } from '#lib/form/fields.ts'
import { note } from '#modules/accounts/notes/noteShape.ts'
import { storedFile } from '#modules/files/contract.ts'
import { decided, progress } from '../applicationShape.ts'

export const decisions = ['pass', 'return', 'reject'] as const
const decision = z.object({
  id: int,
  version: int,
  action: z.enum(decisions, '应为通过、退回或不予通过'),
  opinion: text(1000).default(''),
  remarks: z
    .array(
      z.object({ field: code.optional(), slot: code.optional(), text: text(500).min(1, '请写明要求') }),
      '应为批注的列表',
    )
    .max(100, '批注不能超过 100 条')
    .default([]),
})
const table = z.object({ head: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable()
export const caseContract = {
  'GET /staff/review/detail': {
    who: 'staff:applications',
    provinces: 'within',
    summary: '一份申请的全部内容：表单（个人信息已遮盖）、材料与其二维码核对、新旧对照、历次意见、内部备注',
    input: byId,
    output: z.object({
      ...progress,
      timeline: z.array(
        progress.timeline.element.extend({
          /** Votes of a meeting on it, for staff only; empty if there were none. */
          votes: z.string(),
        }),
      ),
      revision: z.int(),
      /** True if the applicant's owner confirmed it online. */
      isConfirmed: z.boolean(),
      form: z.array(
        z.object({
          field: z.string(),
          label: z.string(),
          section: z.string(),
          text: z.string(),
          /** Sanitised HTML of a rich text field. */
          html: z.string().nullable(),
          picture: z.int().nullable(),
          table,
          masked: z.boolean(),
          /** Words of the association's list that have to be looked at before they become public. */
          words: z.array(z.object({ found: z.string(), instead: z.string(), around: z.string() })),
          /** Value of the previous round, if it differs. */
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
          /** Result of comparing the QR code of a scan with the current form. */
          match: z.enum(['current', 'outdated', 'other', 'none', 'unread']).nullable(),
          /**
           * Signatory at the signing service, and whether the file is still unchanged; null if it was not signed there.
           */
          signature: z.object({ by: z.string(), at: z.string(), isWhole: z.boolean() }).nullable(),
          remark: z.string().nullable(),
          answer: z.string().nullable(),
          changed: z.boolean(),
          files: z.array(storedFile),
        }),
      ),
      /** Payment as claimed by the applicant. */
      payment: z
        .object({
          amount: z.number(),
          facts: z.array(z.object({ label: z.string(), text: z.string() })),
          slip: storedFile.nullable(),
        })
        .nullable(),
      /** Facts about the applicant from the register, with a link. */
      aside: z.array(
        z.object({
          title: z.string(),
          facts: z.array(z.object({ label: z.string(), text: z.string(), isBad: z.boolean().optional() })),
          link: z.object({ name: z.string(), route: z.string() }).optional(),
        }),
      ),
      notes: z.array(note),
      escalations: z.array(escalationRecord),
      assignee: z.object({ id: z.int(), name: z.string() }).nullable(),
      deadline: z.string().nullable(),
      overdue: z.boolean(),
      applicantDeadline: z.string().nullable(),
      canDo: z.array(z.enum(decisions)),
      /** Why not more, although it is the caller's desk. */
      hindrance: z.string().nullable(),
      noticeEndsOn: z.string().nullable(),
    }),
    example: { id: 1 },
  },
  'POST /staff/review/decide': {
    sends: true,
    who: 'staff:review',
    provinces: 'within',
    summary: '初审、复审：通过、退回补正（可逐栏批注）或不予通过',
    maxBodyKb: 256,
    input: decision,
    output: decided,
    example: {
      id: 1,
      version: 2,
      action: 'return',
      opinion: '请补正',
      remarks: [{ field: 'orgName', text: '与执照不一致' }],
    },
  },
  'POST /staff/decision/record': {
    sends: true,
    who: 'staff:decide',
    provinces: 'within',
    summary: '记录审议结果；公示期满后通过公示',
    maxBodyKb: 256,
    input: decision,
    output: decided,
    example: { id: 1, version: 5, action: 'pass', opinion: '第六届理事会第三次会议通过' },
  },
  'POST /staff/fee/confirm': {
    sends: true,
    who: 'staff:finance',
    provinces: 'within',
    summary: '确认会费等款项已到账，或退回缴费凭证',
    maxBodyKb: 256,
    input: decision,
    output: decided,
    example: { id: 1, version: 7, action: 'pass', opinion: '' },
  },
  'GET /staff/review/reasons': {
    who: 'staff:applications',
    provinces: 'free',
    summary: '可选的意见和批注：常用的；指明一份申请时，前面是本协会近来对同类事项在同一环节用得最多的',
    input: z.object({ id: int.optional() }),
    output: z.object({
      pass: z.array(z.string()),
      return: z.array(z.string()),
      reject: z.array(z.string()),
      remark: z.array(z.string()),
    }),
  },
  'POST /staff/review/reveal': {
    who: 'staff:applications',
    provinces: 'within',
    confirm: true,
    summary: '查看一项被遮盖的个人信息的全文；记入审计日志',
    input: z.object({ id: int, field: code }),
    output: z.object({ text: z.string(), table }),
    example: { id: 1, field: 'liaisonMobile' },
  },
  'POST /staff/review/note': {
    who: 'staff:applications',
    provinces: 'within',
    summary: '添加内部备注；申请人看不到',
    input: z.object({ id: int, text: text(1000).min(1, '请填写备注') }),
    output: note,
    example: { id: 1, text: '已电话核实' },
  },
  'POST /staff/review/note/remove': {
    who: 'staff:applications',
    provinces: 'within',
    summary: '删除自己在 10 分钟内写的内部备注',
    input: byId,
    output: nothing,
    example: { id: 1 },
  },
} as const satisfies Contract
