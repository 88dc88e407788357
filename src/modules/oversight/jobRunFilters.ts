import { choice, code, type RegisterFilters } from '#lib/register/register.ts'

export const runResultNames = {
  wanted: '排队中',
  running: '运行中',
  done: '成功',
  failed: '失败',
  interrupted: '中断',
  cancelled: '已取消',
} as const

export const jobRunFilters = {
  job: code('任务'),
  result: choice('结果', runResultNames),
} satisfies RegisterFilters
