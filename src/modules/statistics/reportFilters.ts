import { choice, code, flag, number, type RegisterFilters, region, seldom, text } from '#lib/register/register.ts'
import { reportStateNames, sizeNames } from './statisticsWords.ts'

export const reportFilters = {
  key: text('单位名称'),
  formId: number('统计表'),
  period: code('报告期'),
  state: choice('状态', reportStateNames),
  late: flag('已过期限未报'),
  explained: flag('有说明'),
  trade: seldom(code('行业类别')),
  provinceCode: seldom(region('地区')),
  size: seldom(choice('规模', sizeNames)),
} satisfies RegisterFilters

export const reporterFilters = {
  key: text('单位名称'),
  formId: number('统计表'),
  active: flag('在报'),
  trade: code('行业类别'),
  provinceCode: seldom(region('地区')),
  size: seldom(choice('规模', sizeNames)),
} satisfies RegisterFilters
