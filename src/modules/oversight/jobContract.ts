import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, nothing, text } from '#lib/form/fields.ts'
import { typedKeys } from '#lib/keys.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { jobRunFilters, runResultNames } from './jobRunFilters.ts'

const job = text(60).min(1, '请指明任务')

const run = z.object({
  id: z.int(),
  job: z.string(),
  title: z.string(),
  /** Name of the user who started it; empty: the schedule. */
  wantedBy: z.string(),
  startedAt: z.string(),
  seconds: z.number().nullable(),
  result: z.enum(typedKeys(runResultNames)),
  resultName: z.string(),
  error: z.string(),
  /** Progress text while it runs. */
  progress: z.string(),
})

export const jobContract = {
  'GET /staff/job/list': {
    who: 'staff:system',
    summary: '全部定时任务：何时运行、上次结果、下次时间',
    input: nothing,
    output: z.array(
      z.object({
        job: z.string(),
        title: z.string(),
        schedule: z.string(),
        nextAt: z.string().nullable(),
        last: run.nullable(),
        /** Long jobs can be cancelled. */
        isLong: z.boolean(),
        /** Number of failures in the last seven days. */
        failures: z.int(),
      }),
    ),
  },
  'GET /staff/job/runs': {
    who: 'staff:system',
    summary: '定时任务的运行记录，新的在前',
    ...registerList(jobRunFilters, run),
    example: { result: 'failed' },
  },
  'GET /staff/job/export': {
    who: 'staff:system',
    summary: '按筛选条件导出运行记录（Excel）',
    ...registerExport(jobRunFilters),
    example: { result: 'failed' },
  },
  'POST /staff/job/run': {
    who: 'staff:system',
    confirm: true,
    summary: '立即运行一个任务（失败的重试也用它）：排队后由空闲的进程执行一次',
    input: z.object({ job }),
    output: z.object({ run: z.int() }),
    example: { job: 'sweepFiles' },
  },
  'POST /staff/job/cancel': {
    who: 'staff:system',
    summary: '中途取消一个正在运行、可以取消的任务（备份）：几秒内停下，做到一半的不留下',
    input: z.object({ run: int }),
    output: nothing,
    example: { run: 1 },
  },
} as const satisfies Contract
