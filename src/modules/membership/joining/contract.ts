import { z } from 'zod'
import { financeIfPaying } from '#lib/access/duties.ts'
import type { Contract } from '#lib/contract.ts'
import { code, int, nothing, text } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { receivableStates } from '#modules/ledger/ledgerWords.ts'
import { receiptDetails } from '#modules/ledger/slips/slipShape.ts'
import { material, remark } from '#modules/review/applicationShape.ts'
import { state } from '#modules/review/stateContract.ts'
import { payAccount } from '#modules/settings/contract.ts'
import { joiningSteps } from '../joiningRules.ts'

/** A place for files is called `slot` here. */
const { code: slot, ...place } = material.shape

/** Fields that every step of an application returns first. */
const head = {
  applyId: z.int().nullable(),
  number: z.string().nullable(),
  status: state,
  statusName: z.string(),
  version: z.int().nullable(),
  savedAt: z.string().nullable(),
  deadline: z.string().nullable(),
}
/** Response of every step. */
export const stepResult = z.object({
  applyId: z.int(),
  number: z.string().nullable(),
  status: state,
  statusName: z.string(),
  version: z.int(),
  savedAt: z.string(),
})
/** Input common to all steps. */
export const stepInput = {
  version: int.optional(),
  answers: z.record(z.string().max(40), text(500), '应为对各条意见的答复').optional(),
  action: z.enum(['save', 'submit'], '应为保存或提交'),
}

/** Joining, as its applicant walks it: the form, the materials, the membership that comes of it. */
export const joiningContract = {
  'GET /member/getApply1': {
    who: 'member',
    summary: '入会申请表：可填的栏目、已填的内容、退回意见；没有申请时为带出已有资料的空表',
    input: z.object({ id: int.optional() }),
    output: z.object({
      ...head,
      editable: z.boolean(),
      fields: z.array(formField).readonly(),
      openFields: z.array(z.string()),
      form: formValues,
      auditReason: z.array(remark),
    }),
    example: {},
  },
  'POST /member/apply1Submit': {
    who: 'member',
    duties: ['applications'],
    summary: '保存或提交入会申请表；version 为读到的版本，已被别处修改时返回 409',
    maxBodyKb: 128,
    input: z.object({ id: int.optional(), form: formInput, ...stepInput }),
    output: stepResult,
    example: { form: { name: '示例机电有限公司' }, action: 'save' },
  },
  'GET /member/getApply2': {
    who: 'member',
    summary: '盖章材料与缴费；申请表未通过初审时返回 409',
    input: z.object({ id: int.optional() }),
    output: z.object({
      ...head,
      editable: z.boolean(),
      slots: z.array(z.object({ slot, ...place })),
      fee: z
        .object({
          year: z.int(),
          levelName: z.string(),
          amount: z.number(),
          state: z.enum(receivableStates),
          account: payAccount,
          /** Text for the remark of the bank transfer. */
          remark: z.string(),
          receipt: receiptDetails,
        })
        .nullable(),
      auditReason: z.array(remark),
      noticeEndsOn: z.string().nullable(),
    }),
    example: {},
  },
  'POST /member/apply2Submit': {
    who: 'member',
    duties: financeIfPaying('applications', ({ receipt }) => receipt !== undefined),
    summary: '保存或提交盖章材料；待缴费时以 receipt 提交缴费凭证',
    input: z.object({
      applyId: int,
      files: z
        .array(z.object({ slot: code, fileId: int }), '应为材料的列表')
        .max(60, '材料不能超过 60 个')
        .optional(),
      receipt: formInput.optional(),
      ...stepInput,
    }),
    output: stepResult,
    example: { applyId: 1, files: [{ slot: 'licence', fileId: 1 }], action: 'save' },
  },
  'POST /member/download': {
    who: 'member',
    duties: ['reading'],
    summary: '下载申请表（PDF 或 DOCX）、缴费通知、会费确认单、会员证书',
    input: z.object({
      type: z.enum(['applyForm', 'certificate', 'feeNotice', 'receipt'], '应为可下载的文件种类'),
      id: int.optional(),
      /** Id of a yearly fee after the first one. */
      feeId: int.optional(),
      format: z.enum(['pdf', 'docx'], '应为 pdf 或 docx').default('pdf'),
    }),
    output: 'file',
    example: { type: 'applyForm', id: 1, format: 'pdf' },
  },
  'GET /member/membership': {
    who: 'member',
    summary: '我的会员身份：编号、级别、证书、会费；可申请的级别',
    input: nothing,
    output: z.object({
      isComplete: z.boolean(),
      member: z
        .object({
          id: z.int(),
          memberNo: z.string(),
          levelName: z.string(),
          status: z.string(),
          statusName: z.string(),
          joinDate: z.string(),
          validTo: z.string().nullable(),
          feePaidYear: z.int().nullable(),
          isPublic: z.boolean(),
          certificateUrl: z.string().nullable(),
          pageUrl: z.string().nullable(),
        })
        .nullable(),
      fees: z.array(
        z.object({
          id: z.int(),
          year: z.int(),
          levelName: z.string(),
          amount: z.number(),
          /** What has come for it. */
          received: z.number(),
          state: z.enum(receivableStates),
          stateName: z.string(),
          version: z.int(),
          paidOn: z.string().nullable(),
          payer: z.string(),
          dueOn: z.string().nullable(),
          receiptTitle: z.string(),
          receiptCreditCode: z.string(),
          receiptEmail: z.string(),
          returnReason: z.string(),
          adjustReason: z.string(),
          hasReceipt: z.boolean(),
          /** Can be paid here, instead of as a step of the application. */
          canPay: z.boolean(),
          /** Text for the remark of the bank transfer. */
          remark: z.string(),
        }),
      ),
      payAccount,
      levels: z.array(
        z.object({
          code: z.int(),
          name: z.string(),
          /** Yuan, of this year. */
          fee: z.number(),
          /** Requirements for this level. */
          condition: z.string(),
          advertDays: z.int().nullable(),
          trainingSeats: z.int().nullable(),
        }),
      ),
      /** Information for applicants before the form; later steps read it too. */
      joining: z.object({
        condition: z.string(),
        steps: z.array(z.string()),
        /** The same by their codes. */
        stages: z.array(z.enum(joiningSteps)),
      }),
      application: z
        .object({
          id: z.int(),
          number: z.string().nullable(),
          status: state,
          statusName: z.string(),
          route: z.string(),
        })
        .nullable(),
      claim: z.object({ id: z.int(), status: state, statusName: z.string() }).nullable(),
    }),
  },
  'POST /member/claim': {
    who: 'member',
    summary:
      '认领协会名册中已有的会员或证书：凭编号与单位（注册时填写的单位不必填编号），附盖章的认领函等证明，由工作人员确认',
    input: z.object({
      /** Empty: claims the company named at registration. */
      memberNumber: text(40).default(''),
      note: text(500).default(''),
      fileIds: z.array(int, '应为文件的列表').max(5, '最多 5 个文件').default([]),
    }),
    output: stepResult,
    example: { memberNumber: 'CBWA-D-32-0001', fileIds: [1] },
  },
} as const satisfies Contract
