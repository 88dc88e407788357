import { choice, code, day, flag, number, type RegisterFilters, seldom, text } from '#lib/register/register.ts'
import { staffStatusNames } from '#modules/training/courseStatus.ts'

export const courseFilters = {
  key: text('名称、期次或城市'),
  status: choice('状态', staffStatusNames),
  kind: code('类别'),
  year: number('开班年份'),
  endedFrom: seldom(day('结束日期从')),
  endedTo: seldom(day('结束日期至')),
  attended: seldom(flag('有人参加')),
} satisfies RegisterFilters
