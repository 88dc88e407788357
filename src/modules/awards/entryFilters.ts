import { code, number, type RegisterFilters, text } from '#lib/register/register.ts'

export const entryFilters = {
  /** Part of its name, its number or the company's name. */
  key: text('名称、编号或单位'),
  callId: number('申报通知'),
  year: number('年度'),
  group: code('专业组'),
  status: code('状态'),
} satisfies RegisterFilters
