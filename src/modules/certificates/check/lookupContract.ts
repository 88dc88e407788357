import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { day, int } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'

/** `identity`: by name and identity number. `key`: by a key of one's own, whose holder is named. */
export const vias = ['number', 'qr', 'batch', 'identity', 'key'] as const

const filters = {
  certId: int,
  via: z.enum(vias, '不是有效的查验方式').optional(),
  from: day.optional(),
  to: day.optional(),
}

const lookup = z.object({
  id: z.int(),
  at: z.string(),
  via: z.enum(vias),
  viaName: z.string(),
  /** The past day that was asked for. */
  askedFor: z.string().nullable(),
  /** Name of the API key holder who made the lookup; null without a key. */
  askedBy: z.string().nullable(),
})

export const lookupContract = {
  'GET /member/certificate/lookup/list': {
    who: 'member',
    summary:
      '本单位（本人）一张证书被查验的记录，新的在前：时间、方式、查的是哪一天；持接口密钥的写明机构，其余不记录查验的人',
    ...paged(filters, lookup),
    example: { certId: 1, from: '2026-01-01', pageNum: 1, pageSize: 20 },
  },
  'GET /member/certificate/lookup/summary': {
    who: 'member',
    summary: '一张证书被查验的次数：总数、近 30 天、最近 12 周每周',
    input: z.object({ certId: int }),
    output: z.object({
      certNo: z.string(),
      certName: z.string(),
      total: z.int(),
      last30d: z.int(),
      weeks: z.array(z.object({ from: z.string(), count: z.int() })),
    }),
    example: { certId: 1 },
  },
  'GET /member/certificate/lookup/export': {
    who: 'member',
    summary: '查验记录的导出（Excel），条件与列表相同',
    input: z.object(filters),
    output: 'file',
    example: { certId: 1 },
  },
} as const satisfies Contract
