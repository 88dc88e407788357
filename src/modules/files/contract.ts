import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, int, nothing } from '#lib/form/fields.ts'
import { describeRule, fileUses } from '#lib/uploads.ts'

/** A document as pages show it. */
export const fileInfo = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  /** Size in bytes. */
  size: z.int(),
  /** `pdf`, `docx` … */
  ext: z.string(),
})

/** An uploaded file, for a form to refer to by its `id`. */
export const storedFile = fileInfo.extend({
  /** `application/pdf`, `image/png` … */
  type: z.string(),
  /** Size of a picture in pixels. */
  width: z.int().nullable(),
  height: z.int().nullable(),
})

const use = z.enum(fileUses, `应为 ${fileUses.join('、')} 之一`)

export const section: Section = { title: '附件' }

export const filesContract = {
  'GET /file/{id}': {
    who: 'anyone',
    knowsMembers: true,
    summary: '读取附件或图片；不公开的文件只有其所有者和工作人员能读',
    input: z.object({
      id: int,
      download: z.enum(['0', '1'], '应为 0 或 1').optional(),
      w: z.enum(['320', '800', '1600'], '应为 320、800 或 1600').optional(),
    }),
    output: 'file',
    isStored: true,
    example: { id: 1 },
  },
  'POST /file/upload': {
    who: 'signedIn',
    duties: ['applications', 'people', 'finance'],
    upload: true,
    summary: `上传一个文件（multipart/form-data，字段 use 在前，文件在字段 file 中）：${fileUses.map(each => `${each} 为 ${describeRule(each)}`).join('；')}`,
    input: z.object({ use }),
    output: storedFile,
    example: { use: 'material' },
  },
  'POST /file/remove': {
    who: 'signedIn',
    duties: ['applications', 'people', 'finance'],
    summary: '删除自己上传的、尚未使用的文件',
    input: byId,
    output: nothing,
    example: { id: 1 },
  },
} as const satisfies Contract
