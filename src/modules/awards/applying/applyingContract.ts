import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, code, int } from '#lib/form/fields.ts'
import { formField, formValues } from '#lib/form/formContract.ts'
import { page, paged, paging } from '#lib/paging.ts'
import { fileInfo } from '#modules/files/contract.ts'
import { caseMessage } from '#modules/messages/contract.ts'
import { isConfirmable, lastReason, material, progress, remark, written } from '#modules/review/applicationShape.ts'
import { state as status } from '#modules/review/stateContract.ts'
import { entryForms } from '../rules.ts'

const year = z.coerce
  .number<number | string>('应为年份')
  .int('应为年份')
  .min(1990, '应为 1990 年以后')
  .max(2999, '应为年份')

/** A call as whoever may answer it sees it. */
const openCall = {
  callId: z.int(),
  type: z.string(),
  typeName: z.string(),
  form: z.enum(entryForms),
  year: z.int(),
  title: z.string(),
  intro: z.string(),
  opensOn: z.string(),
  deadline: z.string(),
  daysLeft: z.int(),
  noticeId: z.int().nullable(),
  /** Experts do not learn whose entry it is: what is attached must not tell. */
  hidesApplicants: z.boolean(),
  template: fileInfo.nullable(),
}
/** Fields at the head of every screen of an entry. */
const head = {
  id: z.int(),
  applyNo: z.string().nullable(),
  type: z.string(),
  typeName: z.string(),
  year: z.int(),
  projectName: z.string(),
  subTypeName: z.string(),
  groupName: z.string(),
  /** Applied for, or awarded. */
  level: z.string(),
  status,
  statusName: z.string(),
  version: z.int(),
  /** Last day to correct a returned entry. */
  deadline: z.string().nullable(),
  canEdit: z.boolean(),
  canWithdraw: z.boolean(),
  canRemove: z.boolean(),
}
const option = z.object({ code: z.string(), name: z.string() })

export const applyingContract = {
  'GET /award/list': {
    who: 'member',
    summary: '正在征集的奖项，以及本账号的申报，新的在前；type 为奖项的代号或编号',
    input: z.object({ year: year.optional(), type: code.optional(), status: status.optional(), ...paging }),
    output: page(
      z.object({
        ...head,
        submitTime: z.string().nullable(),
        updateTime: z.string(),
        /** The stage that it is in. */
        currentStep: z.string(),
      }),
    ).extend({ openTypes: z.array(z.object(openCall)) }),
    example: { year: 2026, pageNum: 1, pageSize: 10 },
  },
  'GET /award/message/list': {
    who: 'member',
    summary: '关于一项申报（不给 id 时：全部科技奖励）的消息，新的在前',
    ...paged({ id: int.optional() }, caseMessage),
    example: { id: 1, pageNum: 1, pageSize: 10 },
  },
  'GET /award/getApply': {
    who: 'member',
    summary: '一项申报：按 id；或按 type 与 year 得到最近的一项，没有时 apply 为 null，form 为已知的内容',
    input: z.object({ id: int.optional(), type: code.optional(), year: year.optional() }),
    output: z.object({
      apply: z.object(head).nullable(),
      call: z.object({ ...openCall, isOpen: z.boolean() }),
      /** Why nothing can be handed in now; null where it can. */
      hindrance: z.string().nullable(),
      editable: z.boolean(),
      savedAt: z.string().nullable(),
      fields: z.array(formField),
      openFields: z.array(z.string()),
      form: formValues,
      materials: z.array(material),
      isConfirmable,
      options: z.object({
        subTypes: z.array(option),
        groups: z.array(option),
        levels: z.array(option.extend({ mostPersons: z.int().nullable(), mostOrganisations: z.int().nullable() })),
      }),
      auditReason: z.array(remark),
      /** People of this company as the register knows them, for the table of persons. */
      people: z.array(
        z.object({
          name: z.string(),
          sex: z.string(),
          title: z.string(),
          position: z.string(),
          organisation: z.string(),
        }),
      ),
      progress: z.object(progress).nullable(),
      noticeEndsOn: z.string().nullable(),
    }),
    example: { type: 'science', year: 2026 },
  },
  'GET /award/getAuditReason': {
    who: 'member',
    summary: '最近一次退回或未入选的理由；没有时为 null',
    input: byId,
    output: lastReason,
    example: { id: 1 },
  },
  'POST /award/applySubmit': {
    who: 'member',
    duties: ['applications'],
    summary: '保存或提交申报；不给 id 时按 type 与 year 开始一项新的。截止后只能补正被退回的；同名项目已申报的返回 409',
    maxBodyKb: 320,
    input: z.object({
      id: int.optional(),
      type: code.optional(),
      year: year.optional(),
      ...written,
      action: z.enum(['save', 'submit'], '应为保存或提交'),
    }),
    output: z.object({
      id: z.int(),
      applyNo: z.string().nullable(),
      status,
      statusName: z.string(),
      version: z.int(),
      savedAt: z.string(),
    }),
    example: { type: 'science', year: 2026, form: { name: '烟气余热深度利用技术' }, action: 'save' },
  },
  'POST /award/withdraw': {
    who: 'member',
    duties: ['applications'],
    summary: '撤回一项申报：评审结果提交审定之前；从未提交的草稿即删除，不再列出',
    input: z.object({ id: int, version: int }),
    output: z.object({ id: z.int(), status, statusName: z.string(), version: z.int() }),
    example: { id: 1, version: 3 },
  },
  'POST /award/download': {
    who: 'member',
    duties: ['reading'],
    summary: '下载申报书（PDF 或 Word），二维码标明版本',
    input: z.object({ id: int, format: z.enum(['pdf', 'docx'], '应为 pdf 或 docx').default('pdf') }),
    output: 'file',
    example: { id: 1, format: 'pdf' },
  },
} as const satisfies Contract
