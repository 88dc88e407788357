import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { text } from '#lib/form/fields.ts'

const months = {
  from: text(7)
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, '应为月份，例如 2026-01')
    .optional(),
}
const monthRow = z.object({
  month: z.string(),
  catalogId: z.int(),
  catalogName: z.string(),
  articles: z.int(),
  views: z.int(),
})

/** Articles published by column and month, and their views. */
export const articleStatisticsContract = {
  'GET /staff/article/statistics': {
    who: 'staff:content',
    summary: '各栏目各月发布的文章数及其被阅读次数；from 为起始月份，默认近 12 个月',
    input: z.object(months),
    output: z.array(monthRow),
    example: { from: '2026-01' },
  },
  'GET /staff/article/statistics/export': {
    who: 'staff:content',
    summary: '导出栏目统计（Excel）',
    input: z.object(months),
    output: 'file',
    example: { from: '2026-01' },
  },
} as const satisfies Contract
