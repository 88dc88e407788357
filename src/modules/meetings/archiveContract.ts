import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, int } from '#lib/form/fields.ts'

/** 会议归档: what remains of a meeting. */
export const archiveContract = {
  'GET /staff/meeting/attendance': {
    who: 'staff:decide',
    summary: '签到表：每席的回复、委托、到会方式和时间（带数字签名的 PDF，或可修改的 DOCX）；已记录或休会的会议才有',
    input: z.object({ id: int, format: z.enum(['pdf', 'docx'], '应为 pdf 或 docx').default('pdf') }),
    output: 'file',
    example: { id: 1, format: 'pdf' },
  },
  'GET /staff/meeting/archive': {
    who: 'staff:decide',
    confirm: true,
    summary:
      '会议归档：通知、议程、材料、委托书、签到表、纪要、决议、表决与公示文稿，连同目录（含各文件的 SHA-256）在一个 ZIP 里',
    input: byId,
    output: 'file',
    example: { id: 1 },
  },
} as const satisfies Contract
