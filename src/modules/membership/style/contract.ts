import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, nothing, text } from '#lib/form/fields.ts'
import { storedFile } from '#modules/files/contract.ts'
import { remark } from '#modules/review/applicationShape.ts'
import { state } from '#modules/review/stateContract.ts'
import { stepInput, stepResult } from '../joining/contract.ts'
import { CONTENT_LIMIT } from './styleForm.ts'

/** 会员风采, as the member writes it. */
export const styleContract = {
  'GET /member/style': {
    who: 'member',
    summary: '本单位的会员风采：正在填写或审核的内容，没有时为已发布的内容；只向会员单位开放',
    input: nothing,
    output: z.object({
      /** Id of the open application; null: the next save creates one. */
      id: z.int().nullable(),
      title: z.string(),
      content: z.string(),
      honors: z.string(),
      cover: storedFile.nullable(),
      images: z.array(storedFile),
      video: storedFile.nullable(),
      status: state,
      statusName: z.string(),
      version: z.int().nullable(),
      auditReason: z.array(remark),
      canEdit: z.boolean(),
      /** Names of the input fields that may be changed now. */
      openFields: z.array(z.string()),
      publishedAt: z.string().nullable(),
      pageUrl: z.string().nullable(),
    }),
  },
  'POST /member/styleSubmit': {
    who: 'member',
    duties: ['applications'],
    summary: '保存或提交会员风采；正文为 HTML，先清理后保存；审核通过后公开，此前已发布的内容不变',
    maxBodyKb: 704,
    input: z.object({
      title: text(60).default(''),
      content: z
        .string('应为一段文字')
        .max(CONTENT_LIMIT, `正文不能超过 ${CONTENT_LIMIT / 1000} kB`)
        .default(''),
      honors: text(500).default(''),
      coverId: int.nullish(),
      imageIds: z.array(int, '应为图片的列表').max(9, '最多 9 张图片').default([]),
      videoId: int.nullish(),
      ...stepInput,
    }),
    output: stepResult.pick({ status: true, statusName: true, version: true, savedAt: true }).extend({ id: z.int() }),
    example: { title: '清洗，从看清水质开始', content: '<p>……</p>', imageIds: [], action: 'save' },
  },
} as const satisfies Contract
