import { choice, number, type RegisterFilters, text } from '#lib/register/register.ts'
import { roundStateNames } from './rules.ts'

export const roundFilters = {
  callId: number('申报通知'),
  state: choice('状态', roundStateNames),
  /** Part of its name, or of its call's. */
  key: text('名称'),
} satisfies RegisterFilters
