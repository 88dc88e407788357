import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int } from '#lib/fields.ts'

/** A document as pages show it. */
export const fileInfo = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  /** In bytes. */
  size: z.int(),
  /** `pdf`, `docx` … */
  ext: z.string(),
})

export const filesContract = {
  'GET /file/{id}': {
    who: 'anyone',
    summary: '读取公开的附件或图片；不公开的文件只有其所有者和工作人员能读',
    input: z.object({ id: int, download: z.enum(['0', '1'], '应为 0 或 1').optional() }),
    output: 'file',
    example: { id: 1 },
  },
} as const satisfies Contract
