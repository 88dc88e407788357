import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { code, int, text } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { page, paging } from '#lib/paging.ts'
import { storedFile } from '#modules/files/contract.ts'
import { material } from '#modules/review/applyingContract.ts'
import { progress, remark } from '#modules/review/contract.ts'
import { states } from '#modules/review/workflow.ts'
import { conclusions } from '../site/siteReview.ts'
import { applicationTypes } from './applicationTypes.ts'

const type = z.enum(applicationTypes, '不是有效的申请类型')
const status = z.enum(states, '不是有效的状态')

/** What every screen of an application says of it first. */
const head = {
  id: z.int(),
  applyNo: z.string().nullable(),
  applyType: type,
  applyTypeName: z.string(),
  groupName: z.string(),
  childId: z.int(),
  childName: z.string(),
  levelName: z.string(),
  status,
  statusName: z.string(),
  version: z.int(),
  /** Of the certificate that it is about, or that came of it. */
  certNo: z.string().nullable(),
  deadline: z.string().nullable(),
}
const written = {
  id: int,
  /** The one that was read; with an older one nothing is written over. */
  version: int.optional(),
  answers: z.record(z.string().max(40), text(500), '应为对各条意见的答复').optional(),
  action: z.enum(['save', 'submit'], '应为保存或提交'),
}
const rows = z
  .array(z.record(z.string().max(40, '没有这一栏'), z.unknown()), '应为若干行')
  .max(200, '不能超过 200 行')
  .optional()
const result = z.object({ id: z.int(), status, statusName: z.string(), version: z.int(), savedAt: z.string() })

const fee = z.object({
  amount: z.number(),
  state: z.enum(['due', 'claimed', 'refused', 'confirmed']),
  account: z.object({ name: z.string(), bank: z.string(), number: z.string(), code: z.string() }).nullable(),
  /** What to write beside the transfer. */
  remark: z.string(),
  receipt: z.object({
    paidOn: z.string().nullable(),
    payer: z.string(),
    receiptTitle: z.string(),
    receiptCreditCode: z.string(),
    receiptEmail: z.string(),
    slip: storedFile.nullable(),
  }),
})
/** Whatever a member does to get, keep and change certificates of ability. */
export const applyingContract = {
  'GET /qualification/list': {
    who: 'member',
    summary: '本单位的能力评价申请，新的在前',
    input: z.object({ status: status.optional(), applyType: type.optional(), ...paging }),
    output: page(
      z.object({
        ...head,
        /** The stage that it is in. */
        currentStep: z.string(),
        submitTime: z.string().nullable(),
        updateTime: z.string(),
        canEdit: z.boolean(),
        canUpload: z.boolean(),
        canPay: z.boolean(),
        canRectify: z.boolean(),
        canWithdraw: z.boolean(),
        /** Where to go on with it. */
        route: z.string(),
      }),
    ),
    example: { applyType: 'initial', pageNum: 1, pageSize: 10 },
  },
  'GET /qualification/group/list': {
    who: 'member',
    summary: '可以申请的大类与种类',
    input: z.object({}),
    output: z.array(
      z.object({
        groupId: z.int(),
        groupCode: z.string(),
        groupName: z.string(),
        intro: z.string(),
        children: z.array(
          z.object({
            childId: z.int(),
            childCode: z.string(),
            childName: z.string(),
            validYears: z.int(),
            needAnnual: z.boolean(),
            needSiteReview: z.boolean(),
            isOpen: z.boolean(),
          }),
        ),
      }),
    ),
  },
  'GET /qualification/level/list': {
    who: 'member',
    summary: '某一种类可以申请的级别：允许范围、条件与评审费',
    input: z.object({ childId: int }),
    output: z.array(
      z.object({
        levelId: z.int(),
        levelCode: z.string(),
        levelName: z.string(),
        scopeText: z.string(),
        requirements: z.array(z.string()),
        /** In yuan, for a first application. */
        fee: z.number(),
      }),
    ),
    example: { childId: 101 },
  },
  'GET /qualification/detail': {
    who: 'member',
    summary: '一份申请的全部内容：表单、材料、费用、现场评审、进度、结果',
    input: z.object({ id: int }),
    output: z.object({
      apply: z.object({ ...head, canWithdraw: z.boolean(), route: z.string() }),
      fields: z.array(formField).readonly(),
      form: formValues,
      files: z.array(material),
      fee: fee.nullable(),
      review: z
        .object({
          date: z.string(),
          days: z.int(),
          place: z.string(),
          note: z.string(),
          /** By name and role; nothing else of them. */
          experts: z.array(z.object({ name: z.string(), roleName: z.string() })),
          conclusion: z.enum(conclusions).nullable(),
          conclusionName: z.string(),
          nonconformities: z.array(
            z.object({
              id: z.int(),
              place: z.int(),
              clause: z.string(),
              description: z.string(),
              dueOn: z.string(),
              correction: z.string(),
              files: z.array(storedFile),
              result: z.enum(['open', 'accepted', 'refused']),
              resultName: z.string(),
              remark: z.string(),
            }),
          ),
        })
        .nullable(),
      progress: z.object(progress),
      auditReason: z.array(remark),
      noticeEndsOn: z.string().nullable(),
      cert: z.object({ id: z.int(), certNo: z.string(), validTo: z.string().nullable() }).nullable(),
    }),
    example: { id: 1 },
  },
  'GET /qualification/getAuditReason': {
    who: 'member',
    summary: '最近一次退回、不予通过或要求整改的理由；没有时为 null',
    input: z.object({ id: int }),
    output: z
      .object({
        status,
        statusName: z.string(),
        auditTime: z.string(),
        auditor: z.string(),
        reason: z.string(),
        items: z.array(z.object({ field: z.string(), label: z.string(), reason: z.string() })),
        deadline: z.string().nullable(),
      })
      .nullable(),
    example: { id: 1 },
  },
  'GET /qualification/message/list': {
    who: 'member',
    summary: '关于一份申请（不给 id 时：全部能力评价）的消息，新的在前',
    input: z.object({ id: int.optional(), ...paging }),
    output: page(
      z.object({
        id: z.int(),
        title: z.string(),
        content: z.string(),
        route: z.string().nullable(),
        isRead: z.boolean(),
        createTime: z.string(),
      }),
    ),
    example: { id: 1, pageNum: 1, pageSize: 10 },
  },
  'POST /qualification/addApply': {
    who: 'member',
    summary: '开始一份申请；换证、升级、增项、变更、年度报告、补发、注销须指明证书。同一种类同一类型已有在办的返回 409',
    input: z.object({
      applyType: type,
      childId: int.optional(),
      levelId: int.optional(),
      /** The certificate that it is about. */
      certId: int.optional(),
    }),
    output: z.object({
      id: z.int(),
      applyNo: z.string().nullable(),
      status,
      statusName: z.string(),
      route: z.string(),
    }),
    example: { applyType: 'initial', childId: 101, levelId: 1012 },
  },
  'GET /qualification/getApply1': {
    who: 'member',
    summary: '申请表：可填的栏目、已填的内容、退回意见',
    input: z.object({ id: int }),
    output: z.object({
      apply: z.object(head),
      savedAt: z.string(),
      editable: z.boolean(),
      fields: z.array(formField).readonly(),
      openFields: z.array(z.string()),
      form: formValues,
      auditReason: z.array(remark),
      /** Files that are handed in with the form, where there is no second step. */
      materials: z.array(material),
      /** People of this company as the register knows them, for the table of persons. */
      people: z.array(
        z.object({
          name: z.string(),
          jobTitle: z.string(),
          major: z.string(),
          position: z.string(),
          certKind: z.string(),
          certNo: z.string(),
          certExpire: z.string().nullable(),
        }),
      ),
    }),
    example: { id: 1 },
  },
  'POST /qualification/apply1Submit': {
    who: 'member',
    summary: '保存或提交申请表（人员、设备、业绩等表格在 form 内，也可分开给出）；没有第二步的申请，材料一并提交',
    input: z.object({
      ...written,
      form: formInput,
      persons: rows,
      equipments: rows,
      performances: rows,
      files: z
        .array(z.object({ code, fileId: int }), '应为材料的列表')
        .max(100, '材料不能超过 100 个')
        .optional(),
    }),
    output: result,
    example: { id: 1, form: { reason: '首次申请' }, action: 'save' },
  },
  'GET /qualification/getApply2': {
    who: 'member',
    summary: '盖章材料与评审费；申请表未通过初审时返回 409',
    input: z.object({ id: int }),
    output: z.object({
      apply: z.object(head),
      editable: z.boolean(),
      materials: z.array(material),
      fee: fee.nullable(),
      auditReason: z.array(remark),
    }),
    example: { id: 1 },
  },
  'POST /qualification/apply2Submit': {
    who: 'member',
    summary: '保存或提交盖章材料；待缴费时以 pay 提交缴费凭证',
    input: z.object({
      ...written,
      files: z
        .array(z.object({ code, fileId: int }), '应为材料的列表')
        .max(100, '材料不能超过 100 个')
        .optional(),
      pay: formInput.optional(),
    }),
    output: result,
    example: { id: 1, files: [{ code: 'M02', fileId: 12 }], action: 'submit' },
  },
  'POST /qualification/download': {
    who: 'member',
    summary: '下载申请表、缴费通知、评审通知、不符合项通知或证书',
    input: z.object({
      type: z.enum(['applyForm', 'payNotice', 'notice', 'nonconformity', 'certificate'], '不是可以下载的文件'),
      /** Of the application. */
      id: int.optional(),
      /** Of the certificate. */
      certId: int.optional(),
      format: z.enum(['pdf', 'docx'], '应为 pdf 或 docx').default('pdf'),
    }),
    output: 'file',
    example: { type: 'applyForm', id: 1 },
  },
} as const satisfies Contract
