import { choice, code, type RegisterFilters, text } from '#lib/register/register.ts'
import { noticeStateNames } from './objection.ts'

export const noticeFilters = {
  /** Part of its title, or the whole number of its application. */
  key: text('公示对象或编号'),
  kind: code('事项'),
  state: choice('状态', noticeStateNames),
} satisfies RegisterFilters
