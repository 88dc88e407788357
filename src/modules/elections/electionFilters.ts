import { choice, day, number, type RegisterFilters, seldom, text } from '#lib/register/register.ts'
import { electionStateNames } from './electionWords.ts'

export const electionFilters = {
  key: text('名称、届次或地点'),
  bodyId: number('机构'),
  state: choice('状态', electionStateNames),
  endsFrom: seldom(day('届满从')),
  endsTo: seldom(day('届满至')),
} satisfies RegisterFilters
