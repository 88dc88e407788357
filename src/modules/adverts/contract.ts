import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, int, nothing } from '#lib/form/fields.ts'
import { positionCodes } from './positions.ts'

/** A place for adverts on the site. The printed journal, P7, is not asked for here. */
export const position = z.enum(positionCodes, '广告位应为 P1 至 P6')

export const runningAdvert = z.object({
  id: z.int(),
  title: z.string(),
  imgUrl: z.string(),
  /** Size of the position, so that the page reserves the space while the picture loads. */
  width: z.int(),
  height: z.int(),
  alt: z.string(),
  linkUrl: z.string().nullable(),
  position,
  positionName: z.string(),
  advertiser: z.string(),
  /** The word 广告 must stand on it (互联网广告管理办法). */
  isAd: z.literal(true),
  startDate: z.string(),
  endDate: z.string(),
})

export const section: Section = { title: '广告' }

export const advertsContract = {
  'GET /cms/index/noLogin/adverti': {
    who: 'anyone',
    summary: '今天正在投放的广告，可按广告位筛选；纪念日灰色显示期间没有广告',
    also: ['/adverti'],
    cached: true,
    input: z.object({ position: position.optional() }),
    output: z.array(runningAdvert),
    example: { position: 'P2' },
  },
  'POST /app/adverti/view': {
    who: 'anyone',
    summary: '广告被看到（半幅以上满 1 秒）；匿名计数，不用 Cookie，同一访客 10 分钟内只计一次',
    input: z.object({ ids: z.array(int, '应为广告的列表').min(1, '请指明广告').max(20, '一次最多 20 个') }),
    output: nothing,
    example: { ids: [1, 2] },
  },
  'POST /app/adverti/click': {
    who: 'anyone',
    summary: '广告被点击；匿名计数，不用 Cookie，同一访客 10 分钟内只计一次',
    input: byId,
    output: nothing,
    example: { id: 1 },
  },
} as const satisfies Contract
