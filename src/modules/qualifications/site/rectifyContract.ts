import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, int, text } from '#lib/form/fields.ts'
import { state as status } from '#modules/review/stateContract.ts'
import { result } from '../applyingShape.ts'
import { nonconformityFields } from './nonconformity.ts'

/** 整改: the applicant puts right what was found on site, and shows it. */
export const rectifyContract = {
  'GET /qualification/rectification': {
    who: 'member',
    summary: '现场评审提出的不符合项，以及整改情况；没有不符合项时 list 为空',
    input: byId,
    output: z.object({
      id: z.int(),
      applyNo: z.string().nullable(),
      applyTypeName: z.string(),
      childName: z.string(),
      status,
      statusName: z.string(),
      version: z.int(),
      editable: z.boolean(),
      reviewedOn: z.string().nullable(),
      summary: z.string(),
      deadline: z.string().nullable(),
      list: z.array(z.object({ ...nonconformityFields, editable: z.boolean() })),
    }),
    example: { id: 1 },
  },
  'POST /qualification/rectify': {
    who: 'member',
    duties: ['applications'],
    summary: '保存或提交整改：每个不符合项的整改情况与证据；已验证通过的不再修改',
    maxBodyKb: 320,
    input: z.object({
      id: int,
      /** The one that was read; with an older one nothing is written over. */
      version: int.optional(),
      items: z
        .array(
          z.object({
            id: int,
            correction: text(2000).default(''),
            fileIds: z.array(int, '应为文件的列表').max(10, '每项最多 10 个文件').default([]),
          }),
          '应为整改情况的列表',
        )
        .max(50, '整改情况过多'),
      action: z.enum(['save', 'submit'], '应为保存或提交'),
    }),
    output: result,
    example: {
      id: 1,
      version: 2,
      action: 'submit',
      items: [{ id: 7, correction: '已送检并更换校准标签，见检定证书。', fileIds: [15] }],
    },
  },
} as const satisfies Contract
