import { choice, code, number, type RegisterFilters, text } from '#lib/register/register.ts'
import { staffStatusNames } from '#modules/training/courseStatus.ts'

export const courseFilters = {
  key: text('名称、期次或城市'),
  status: choice('状态', staffStatusNames),
  kind: code('类别'),
  year: number('开班年份'),
} satisfies RegisterFilters
