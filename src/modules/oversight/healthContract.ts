import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { nothing } from '#lib/form/fields.ts'

const finding = z.object({
  code: z.string(),
  /** Group of the check: 栏目更新, 链接可用 … */
  group: z.string(),
  name: z.string(),
  level: z.enum(['good', 'warn', 'bad', 'unknown']),
  /** Result in one sentence, and the number of cases. */
  found: z.string(),
  count: z.int(),
  why: z.string(),
  /** Points deducted out of 100. */
  deducted: z.number(),
  /** The list that has exactly these cases, where there is one; the single cases, as many as are listed. */
  route: z.string().nullable(),
  items: z.array(z.object({ text: z.string(), route: z.string().nullable() })),
})

export const healthContract = {
  'GET /staff/health': {
    who: 'staff:system',
    summary: '站点健康：参照国办秘函〔2019〕19号检查指标逐项检查、打分，并列出要改的地方',
    input: nothing,
    output: z.object({
      score: z.number(),
      /** Failed as a whole, whatever the score. */
      isRejected: z.boolean(),
      checkedAt: z.string(),
      /** Time of the last article check; null: never. */
      contentCheckedAt: z.string().nullable(),
      findings: z.array(finding),
      facts: z.array(z.object({ name: z.string(), value: z.string() })),
      pages: z.array(
        z.object({ route: z.string(), count: z.int(), p50: z.number(), p95: z.number(), slowest: z.number() }),
      ),
      measuredSince: z.string(),
    }),
  },
  'GET /staff/health/export': {
    who: 'staff:system',
    summary: '导出站点健康检查结果（Excel）',
    input: nothing,
    output: 'file',
  },
  'POST /staff/health/check': {
    who: 'staff:system',
    summary: '立即检查文章中的链接与图片说明',
    input: nothing,
    output: z.object({ run: z.int() }),
  },
} as const satisfies Contract
