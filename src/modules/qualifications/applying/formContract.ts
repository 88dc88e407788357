import { z } from 'zod'
import { financeIfPaying } from '#lib/access/duties.ts'
import type { Contract } from '#lib/contract.ts'
import { byId, code, int } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { isConfirmable, material, remark } from '#modules/review/applicationShape.ts'
import { fee, head, result, rows, written } from '../applyingShape.ts'

/** The form of an application, its materials and what is printed of both. */
export const qualificationFormContract = {
  'GET /qualification/getApply1': {
    who: 'member',
    summary: '申请表：可填的栏目、已填的内容、退回意见',
    input: byId,
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
      isConfirmable,
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
    duties: ['applications'],
    summary: '保存或提交申请表（人员、设备、业绩等表格在 form 内，也可分开给出）；没有第二步的申请，材料一并提交',
    maxBodyKb: 768,
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
    input: byId,
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
    duties: financeIfPaying('applications', ({ pay }) => pay !== undefined),
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
    duties: ['reading'],
    summary: '下载申请表、缴费通知、评审通知、不符合项通知或证书',
    input: z.object({
      type: z.enum(['applyForm', 'payNotice', 'notice', 'nonconformity', 'certificate'], '不是可以下载的文件'),
      id: int.optional(),
      certId: int.optional(),
      format: z.enum(['pdf', 'docx'], '应为 pdf 或 docx').default('pdf'),
    }),
    output: 'file',
    example: { type: 'applyForm', id: 1 },
  },
} as const satisfies Contract
