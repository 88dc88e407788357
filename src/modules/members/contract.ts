import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { int, nothing } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { state } from '#modules/review/stateContract.ts'
import { remark } from '../review/applicationShape.ts'
import { claimStates } from './claiming/claiming.ts'
import { claimingContract } from './claiming/contract.ts'
import { handoverContract } from './handover/contract.ts'

export const section: Section = { title: '资料与联系人' }

export const membersContract = {
  ...claimingContract,
  'GET /member/org/info': {
    who: 'member',
    summary: '本单位（或本人）的资料：手机、证件号码只显示一部分；正在审核的变更一并列出',
    input: nothing,
    output: z.object({
      accountId: z.int(),
      accountType: z.enum(['organisation', 'person']),
      isComplete: z.boolean(),
      /** State of the claim; until it is proved the response contains nothing from the register. */
      claim: z.enum(claimStates),
      /** Version to send with a change; null before the first completion. */
      version: z.int().nullable(),
      fields: z.array(formField),
      form: formValues,
      /** Personal values, in part: what is not typed anew stays as it is. */
      masked: z.record(z.string(), z.string()),
      /** Fields whose change is looked at first, and what has to come with it. */
      reviewed: z.array(z.string()),
      evidence: z.object({ slot: z.string(), name: z.string(), hint: z.string() }),
      logo: z.string().nullable(),
      pending: z
        .object({
          applyId: z.int(),
          number: z.string().nullable(),
          version: z.int(),
          status: state,
          statusName: z.string(),
          changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
          remarks: z.array(remark),
        })
        .nullable(),
    }),
  },
  'POST /member/complete': {
    who: 'member',
    summary: '首次完善单位或个人资料。名册中已有该单位或本人的，应先认领',
    input: z.object({
      accountType: z.enum(['organisation', 'person'], '应为 organisation 或 person').optional(),
      form: formInput,
    }),
    output: z.object({ isComplete: z.literal(true) }),
    example: { form: { name: '示例机电有限公司', creditCode: '91110105MA00DEM14D' } },
  },
  'POST /member/edit': {
    who: 'member',
    summary:
      '修改资料，只需给出改动的栏目。名称、统一社会信用代码、法定代表人（个人为姓名、证件）的改动须附证照，审核通过后生效',
    input: z.object({
      version: z.coerce.number<number | string>('应为读取资料时的版本').int('应为读取资料时的版本'),
      form: formInput,
      evidence: z.array(int, '应为文件的列表').max(3, '最多 3 个文件').default([]),
    }),
    output: z.object({
      /** `reviewing`: what needs a review waits for it; everything else is saved. */
      status: z.enum(['saved', 'reviewing']),
      statusName: z.string(),
      changeApplyId: z.int().nullable(),
      version: z.int(),
    }),
    example: { version: 1795219200000, form: { website: 'https://example.com' } },
  },
  ...handoverContract,
} as const satisfies Contract
