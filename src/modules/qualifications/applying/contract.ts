import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, int, nothing } from '#lib/form/fields.ts'
import { formField, formValues } from '#lib/form/formContract.ts'
import { paged } from '#lib/paging.ts'
import { caseMessage } from '#modules/messages/contract.ts'
import { lastReason, material, progress, remark } from '#modules/review/applicationShape.ts'
import { fee, head, status, type } from '../applyingShape.ts'
import { levelOffered } from '../levelShape.ts'
import { nonconformityFields } from '../site/nonconformity.ts'
import { conclusions } from '../siteReview.ts'
import { qualificationFormContract } from './formContract.ts'

export const applyingContract = {
  ...qualificationFormContract,
  'GET /qualification/list': {
    who: 'member',
    summary: '本单位的能力评价申请，新的在前',
    ...paged(
      { status: status.optional(), applyType: type.optional() },
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
        /** Screen where the applicant continues. */
        route: z.string(),
      }),
    ),
    example: { applyType: 'initial', pageNum: 1, pageSize: 10 },
  },
  'GET /qualification/group/list': {
    who: 'member',
    summary: '可以申请的大类与种类',
    input: nothing,
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
    output: z.array(levelOffered),
    example: { childId: 101 },
  },
  'GET /qualification/detail': {
    who: 'member',
    summary: '一份申请的全部内容：表单、材料、费用、现场评审、进度、结果',
    input: byId,
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
          /** Name and role only; no other data of the experts. */
          experts: z.array(z.object({ name: z.string(), roleName: z.string() })),
          conclusion: z.enum(conclusions).nullable(),
          conclusionName: z.string(),
          nonconformities: z.array(z.object(nonconformityFields)),
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
    input: byId,
    output: lastReason,
    example: { id: 1 },
  },
  'GET /qualification/message/list': {
    who: 'member',
    summary: '关于一份申请（不给 id 时：全部能力评价）的消息，新的在前',
    ...paged({ id: int.optional() }, caseMessage),
    example: { id: 1, pageNum: 1, pageSize: 10 },
  },
  'POST /qualification/addApply': {
    who: 'member',
    duties: ['applications'],
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
} as const satisfies Contract
