import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { int, month, nothing, province } from '#lib/form/fields.ts'
import { backupContract } from './backups/contract.ts'
import { healthContract } from './healthContract.ts'
import { jobContract } from './jobContract.ts'
import { reportContract } from './reports/contract.ts'

const cards = z
  .array(z.string('应为版块').max(40, '不能超过 40 个字'), '应为版块的列表')
  .max(40, '版块最多 40 个')
  .refine(codes => new Set(codes).size === codes.length, '同一个版块只能写一次')
const scope = {
  year: int.min(2000, '应为四位年份').max(2100, '应为四位年份').optional(),
  provinceCode: province.optional(),
}

/** A table that is also drawn: its rows under its series. Null: nothing to be said. */
const chart = z.object({
  code: z.string(),
  title: z.string(),
  /** Explains what is counted and for which date. */
  note: z.string(),
  kind: z.enum(['bars', 'stacked', 'lines']),
  unit: z.string(),
  series: z.array(z.string()),
  /** `routes`: for each value the list that it counts; null where no list has exactly that. */
  rows: z.array(
    z.object({ name: z.string(), values: z.array(z.number().nullable()), routes: z.array(z.string().nullable()) }),
  ),
})

export const section: Section = { title: '运行与统计' }

export const staffOversightContract = {
  ...healthContract,
  ...jobContract,
  ...backupContract,
  ...reportContract,
  'GET /staff/overview': {
    who: 'staff',
    summary: '工作台：按本人权限等待办理的事项、各版块、最近的操作、系统提示、建站进度',
    input: nothing,
    output: z.object({
      tasks: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          count: z.int(),
          more: z.boolean(),
          isUrgent: z.boolean(),
          route: z.string(),
        }),
      ),
      /** Cards in the user's own order; hidden ones have only their name. */
      cards: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          empty: z.string(),
          isHidden: z.boolean(),
          figures: z.array(z.object({ name: z.string(), count: z.int(), more: z.boolean(), route: z.string() })),
          lines: z.array(
            z.object({
              title: z.string(),
              about: z.string(),
              day: z.string().nullable(),
              isOver: z.boolean(),
              route: z.string(),
            }),
          ),
        }),
      ),
      acts: z.array(
        z.object({
          id: z.int(),
          at: z.string(),
          actionName: z.string(),
          objectTypeName: z.string(),
          objectName: z.string(),
          route: z.string().nullable(),
        }),
      ),
      notices: z.array(z.object({ level: z.enum(['bad', 'warn']), text: z.string(), route: z.string() })),
      /** Setup progress and next steps; null: the site can go live, or this user does not set it up. */
      setup: z
        .object({
          done: z.int(),
          total: z.int(),
          next: z.array(z.object({ name: z.string(), lacks: z.string(), route: z.string().nullable() })),
        })
        .nullable(),
    }),
  },
  'POST /staff/overview/cards': {
    who: 'staff',
    summary: '保存工作台版块的先后与隐藏：整份替换，只是本人的，换设备也在',
    input: z.object({ order: cards, hidden: cards }),
    output: nothing,
    example: { order: ['slips', 'deadlines'], hidden: [] },
  },
  'GET /staff/statistics': {
    who: 'staff:statistics',
    summary: '统计：会员、证书、申请、会费、文章，逐项由记录现算；可按年度与地区',
    input: z.object(scope),
    output: z.object({ year: z.int(), years: z.array(z.int()), countedAt: z.string(), charts: z.array(chart) }),
    example: { year: 2026 },
  },
  'GET /staff/statistics/month': {
    who: 'staff:statistics',
    summary: '一个月的数字，与前一个月、上年同月相比：会员、会费、培训、发证，逐项由记录现算',
    input: z.object({ month: month.optional(), provinceCode: province.optional() }),
    output: z.object({
      month: z.string(),
      countedAt: z.string(),
      months: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })),
      figures: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          unit: z.string(),
          note: z.string(),
          values: z.array(z.number().nullable()),
          routes: z.array(z.string().nullable()),
        }),
      ),
    }),
    example: { month: '2026-11' },
  },
  'GET /staff/statistics/export': {
    who: 'staff:statistics',
    summary: '导出统计（Excel），每张表一页',
    input: z.object(scope),
    output: 'file',
    example: { year: 2026 },
  },
} as const satisfies Contract
