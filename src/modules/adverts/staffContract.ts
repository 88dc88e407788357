import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, day, int, text } from '#lib/form/fields.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { storedFile } from '#modules/files/contract.ts'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'
import { advertFilters } from './advertFilters.ts'
import { statuses } from './advertStatus.ts'
import { position } from './contract.ts'

const status = z.enum(statuses, '不是有效的广告状态')
const row = {
  id: z.int(),
  number: z.string().nullable(),
  title: z.string(),
  advertiser: z.string(),
  position: position.nullable(),
  positionName: z.string(),
  imageId: z.int().nullable(),
  alt: z.string(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  status,
  statusName: z.string(),
  amount: z.number().nullable(),
  feeName: z.string(),
  views: z.int(),
  clicks: z.int(),
  applicationId: z.int().nullable(),
  version: z.int(),
}

const reason = text(200).min(1, '请填写理由，广告主会看到')
const acted = z.object({ id: z.int(), status, statusName: z.string(), version: z.int() })
const counted = { views: z.int(), clicks: z.int(), rate: z.number().nullable() }
const span = { from: day.optional(), to: day.optional(), position: position.optional() }

export const section: Section = { title: '广告管理' }

export const advertRecords = {
  advertPosition: {
    who: 'staff:site',
    called: '广告位',
    list: listing(siteRecord.extend({ code: position, size: z.string(), usedToday: z.int() })),
  },
} as const satisfies Record<string, RecordType>

export const staffAdvertsContract = {
  'GET /staff/adverts': {
    who: 'staff:applications',
    summary: '广告：按状态、广告位、时间、广告主或标题、是否待开票筛选，新的在前；不含草稿',
    ...registerList(advertFilters, z.object(row)),
    example: { status: 'running' },
  },
  'GET /staff/advert/export': {
    who: 'staff:applications',
    summary: '导出广告为 XLSX，与列表的筛选完全一致',
    ...registerExport(advertFilters),
    example: { status: 'running' },
  },
  'GET /staff/advert': {
    who: 'staff:applications',
    summary: '一条广告：内容、投放、费用与发票、每天的浏览和点击、可做的操作',
    input: byId,
    output: z.object({
      ...row,
      linkUrl: z.string().nullable(),
      reason: z.string(),
      takenDownAt: z.string().nullable(),
      width: z.int().nullable(),
      height: z.int().nullable(),
      /** An application for a change that is being looked at. */
      changeId: z.int().nullable(),
      fee: z
        .object({
          days: z.int(),
          freeDays: z.int(),
          price: z.number(),
          amount: z.number(),
          stateName: z.string(),
          words: z.string(),
          paidOn: z.string().nullable(),
          payer: z.string(),
          invoiceTitle: z.string(),
          invoiceCreditCode: z.string(),
          invoiceEmail: z.string(),
          invoiceNumber: z.string(),
          invoiceIssuedOn: z.string().nullable(),
          invoiceFile: storedFile.nullable(),
          /** What is owed, once the advert was approved of. */
          receivableId: z.int().nullable(),
          canInvoice: z.boolean(),
        })
        .nullable(),
      days: z.array(z.object({ day: z.string(), views: z.int(), clicks: z.int() })),
      may: z.array(z.enum(['takeDown', 'putBack'])),
    }),
    example: { id: 1 },
  },
  'GET /staff/advert/calendar': {
    who: 'staff:applications',
    summary: '广告位排期：每天谁在哪里，还有多少空位',
    input: z.object({ from: day.optional(), days: int.max(92, '最多看 92 天').default(35) }),
    output: z.object({
      days: z.array(z.string()),
      positions: z.array(
        z.object({
          code: position,
          name: z.string(),
          most: z.int(),
          isOpen: z.boolean(),
          /** Places free, day by day. */
          free: z.array(z.int()),
          adverts: z.array(
            z.object({
              id: z.int(),
              title: z.string(),
              advertiser: z.string(),
              status,
              statusName: z.string(),
              startDate: z.string(),
              endDate: z.string(),
            }),
          ),
        }),
      ),
    }),
    example: { from: '2026-12-01', days: 31 },
  },
  'POST /staff/advert/takeDown': {
    tells: true,
    who: 'staff:review',
    confirm: true,
    summary: '立即下线一条已通过的广告，须说明理由；未开始的退还会员权益天数',
    input: z.object({ id: int, version: int, reason }),
    output: acted,
    example: { id: 1, version: 2, reason: '广告内容与检验报告不符' },
  },
  'POST /staff/advert/putBack': {
    tells: true,
    who: 'staff:review',
    summary: '恢复投放已下线、尚未到期的广告；广告位已满的日期返回 409',
    input: z.object({ id: int, version: int, reason }),
    output: acted,
    example: { id: 1, version: 3, reason: '已补充检验报告' },
  },
  'GET /staff/advert/statistics': {
    who: 'staff:applications',
    summary: '广告的浏览、点击和点击率：按广告、按广告位、按天；默认最近 30 天',
    input: z.object(span),
    output: z.object({
      from: z.string(),
      to: z.string(),
      ...counted,
      positions: z.array(z.object({ code: position, name: z.string(), adverts: z.int(), ...counted })),
      adverts: z.array(
        z.object({ id: z.int(), title: z.string(), advertiser: z.string(), positionName: z.string(), ...counted }),
      ),
      days: z.array(z.object({ day: z.string(), views: z.int(), clicks: z.int() })),
    }),
    example: { from: '2026-11-01', to: '2026-11-30' },
  },
  'GET /staff/advert/statistics/export': {
    who: 'staff:applications',
    summary: '导出广告每天的浏览和点击为 XLSX',
    input: z.object(span),
    output: 'file',
    example: { from: '2026-11-01', to: '2026-11-30' },
  },
} as const satisfies Contract
