import { choice, day, number, type RegisterFilters, seldom, text } from '#lib/register/register.ts'
import { electionStateNames } from './electionWords.ts'

/** Days before the latest day of a step within which it is due soon. */
export const SOON_DAYS = 7

export const electionFilters = {
  key: text('名称、届次或地点'),
  bodyId: number('机构'),
  state: choice('状态', electionStateNames),
  due: choice('日程', { soon: `${SOON_DAYS} 天内到期`, late: '已逾期' }),
  endsFrom: seldom(day('届满从')),
  endsTo: seldom(day('届满至')),
} satisfies RegisterFilters

export const rollFilters = {
  electionId: number('选举'),
  key: text('单位、个人或代表'),
  entitled: choice('选举权', { yes: '有', no: '没有' }),
  group: seldom(text('组')),
} satisfies RegisterFilters
