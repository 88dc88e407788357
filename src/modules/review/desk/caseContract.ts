import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { escalationRecord } from '#lib/form/escalationContract.ts'
import { byId, code, int, nothing, text } from '#lib/form/fields.ts'
import { note } from '#modules/accounts/notes/noteShape.ts'
import { storedFile } from '#modules/files/contract.ts'
import { decided, progress } from '../applicationShape.ts'

export const decisions = ['pass', 'return', 'reject'] as const
export type Decision = (typeof decisions)[number]
const decision = z.object({
  id: int,
  version: int,
  action: z.enum(decisions, '应为通过、退回或不予通过'),
  opinion: text(1000).default(''),
  /** Why it passes although a condition is not met, or no meeting has voted; staff see it. */
  exceptionReason: text(500).default(''),
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
          /** What the decision passed over, and why; for staff only. */
          exceptions: z.array(z.string()),
          exceptionReason: z.string(),
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
          isConditions: z.literal(true).optional(),
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
      /** The last decision, of which the applicant has not been told yet. */
      undo: z
        .object({
          eventId: z.int(),
          actionName: z.string(),
          actorName: z.string(),
          until: z.string(),
          mayUndo: z.boolean(),
        })
        .nullable(),
      /** The last decision, of which the applicant knows; `obstacle`: why it cannot be corrected. */
      correction: z
        .object({
          eventId: z.int(),
          actionName: z.string(),
          toName: z.string(),
          obstacle: z.string().nullable(),
        })
        .nullable(),
      /** The charter's rule by which a meeting votes on it, and the meeting on whose agenda it stands. */
      meeting: z.object({ rule: z.string(), open: z.object({ id: z.int(), title: z.string() }).nullable() }).nullable(),
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
    // Passed or not: only a return asks for something.
    input: decision.omit({ remarks: true }),
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
    provinces: 'within',
    summary: '可选的意见和批注：常用的；指明一份申请时，前面是本协会近来对同类事项在同一环节用得最多的',
    input: z.object({ id: int.optional() }),
    output: z.object({
      pass: z.array(z.string()),
      return: z.array(z.string()),
      reject: z.array(z.string()),
      remark: z.array(z.string()),
      /** What each decision on this application does, and whether it can be taken back; empty: it is not possible. */
      consequences: z.object({ pass: z.string(), return: z.string(), reject: z.string() }),
      /** What passing this application now would pass over: a reason is asked for. */
      exceptions: z.array(z.string()),
    }),
  },
  'POST /staff/review/undo': {
    who: 'staff:applications',
    provinces: 'within',
    summary: '撤销一项申请人尚未得到通知的决定（eventId：这项决定）：状态、步骤和待发的通知都恢复到决定之前',
    input: z.object({ id: int, eventId: int }),
    output: decided,
    example: { id: 1, eventId: 3 },
  },
  'POST /staff/review/correct': {
    tells: true,
    who: 'staff:applications',
    provinces: 'within',
    confirm: true,
    secondPerson: { rule: 'correction', decidedWith: 'staff:decide' },
    summary:
      '纠正一项已经通知申请人的决定（eventId：这项决定）：须说明原因，由另一位同事复核；申请人会看到原因并得到通知',
    input: z.object({ id: int, eventId: int, reason: text(500).min(2, '请说明纠正的原因，申请人会看到') }),
    output: decided,
    example: { id: 1, eventId: 3, reason: '误把另一份申请的决定记在这里' },
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
