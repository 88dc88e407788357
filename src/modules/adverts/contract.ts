import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'

/** A place for adverts on the site. The printed journal, P7, is not asked for here. */
export const position = z.enum(['P1', 'P2', 'P3', 'P4', 'P5', 'P6'], '广告位应为 P1 至 P6')

export const runningAdvert = z.object({
  id: z.int(),
  title: z.string(),
  imgUrl: z.string(),
  /** Of the position, so that the page keeps the place free while the picture loads. */
  width: z.int(),
  height: z.int(),
  alt: z.string(),
  linkUrl: z.string().nullable(),
  position,
  positionName: z.string(),
  /** The word 广告 must stand on it (互联网广告管理办法). */
  isAd: z.literal(true),
  startDate: z.string(),
  endDate: z.string(),
})

export const advertsContract = {
  'GET /cms/index/noLogin/adverti': {
    who: 'anyone',
    summary: '今天正在投放的广告，可按广告位筛选',
    also: ['/adverti'],
    cached: true,
    input: z.object({ position: position.optional() }),
    output: z.array(runningAdvert),
    example: { position: 'P2' },
  },
} as const satisfies Contract
