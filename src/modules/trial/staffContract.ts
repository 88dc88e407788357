import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { nothing, text } from '#lib/form/fields.ts'
import { typedKeys } from '#lib/keys.ts'
import { paged } from '#lib/paging.ts'
import { staffEntered } from './staffEntered.ts'

const counted = z.array(z.object({ code: z.string(), name: z.string(), count: z.int() }))
const entered = z.enum(typedKeys(staffEntered))
/** Codes of hand-made registers that go, separated by commas in a query. */
const removed = z.array(entered, '应为要清除的登记').max(20)
const removedInQuery = text(200)
  .default('')
  .transform(codes => codes.split(',').filter(Boolean))
  .pipe(removed)

export const section: Section = { title: '试用与正式上线', after: '配置包' }

export const staffTrialContract = {
  'GET /staff/go-live': {
    who: 'staff:setup',
    summary: '正式上线之前：还差什么、会清除什么、会留下什么、什么妨碍上线；已经上线的，何时、谁、备份的名称',
    input: z.object({ removed: removedInQuery }),
    output: z.object({
      /** `ordered`: it is being done. */
      state: z.enum(['trial', 'ordered', 'live']),
      associationName: z.string(),
      missing: z.array(z.object({ name: z.string(), lacks: z.string(), route: z.string().nullable() })),
      choices: z.array(z.object({ code: entered, name: z.string(), isRemoved: z.boolean() })),
      removed: counted,
      kept: counted,
      obstacles: z.array(z.object({ text: z.string(), route: z.string().nullable() })),
      order: z.object({ by: z.string(), at: z.string(), progress: z.string() }).nullable(),
      /** Why the last attempt was not done; empty: there was none. */
      failed: z.string(),
      live: z.object({ by: z.string(), at: z.string(), backup: z.string() }).nullable(),
    }),
    example: { removed: 'courses,awardCalls' },
  },
  'GET /staff/go-live/list': {
    who: 'staff:setup',
    summary: '会清除（side 为 removed）或留下（kept）的一类记录，正是所数的那些',
    ...paged(
      {
        code: text(30).min(1, '请给出种类'),
        side: z.enum(['removed', 'kept'], '应为 removed 或 kept'),
        removed: removedInQuery,
      },
      z.object({ id: z.int(), title: z.string(), route: z.string().nullable() }),
    ),
    example: { code: 'applications', side: 'removed' },
  },
  'POST /staff/go-live': {
    who: 'staff:setup',
    confirm: true,
    secondPerson: { rule: 'goLive' },
    summary: '正式上线：先自动备份，再清除试用记录（removed 为另外要清除的录入的登记），编号从 1 开始；name 为协会全称',
    input: z.object({ name: text(100), removed }),
    output: nothing,
    example: { name: '示例行业协会', removed: ['courses'] },
  },
  'POST /staff/go-live/cancel': {
    who: 'staff:setup',
    summary: '取消还没有完成的正式上线：试用照旧',
    input: nothing,
    output: nothing,
  },
} as const satisfies Contract
