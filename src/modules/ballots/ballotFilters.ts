import { choice, day, flag, number, type RegisterFilters, seldom, text } from '#lib/register/register.ts'
import { ballotStateNames, meansNames, secrecyNames } from './ballotWords.ts'

export const ballotFilters = {
  key: text('名称'),
  state: choice('状态', ballotStateNames),
  secrecy: choice('方式', secrecyNames),
  closesFrom: seldom(day('截止从')),
  closesTo: seldom(day('截止至')),
} satisfies RegisterFilters

export const voterFilters = {
  ballotId: number('投票'),
  key: text('姓名'),
  tookPart: choice('参加', meansNames),
  absent: flag('未参加'),
} satisfies RegisterFilters
