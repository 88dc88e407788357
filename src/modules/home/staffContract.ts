import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { text } from '#lib/form/fields.ts'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'

/** Records of the home page. */
export const homeRecords = {
  figure: { who: 'staff:site', called: '首页数字', list: listing(siteRecord.extend({ num: z.int() })) },
  homeBlock: {
    who: 'staff:site',
    called: '首页版块',
    list: listing(siteRecord.extend({ kindName: z.string(), columnName: z.string().nullable(), lacks: z.string() })),
  },
} as const satisfies Record<string, RecordType>

export const section: Section = { title: '首页数字' }

export const staffHomeContract = {
  'GET /staff/figure/count': {
    who: 'staff:site',
    summary: '某种统计此刻的结果',
    input: z.object({ source: text(40).min(1, '请选择统计') }),
    output: z.object({ num: z.int() }),
    example: { source: 'member' },
  },
} as const satisfies Contract
