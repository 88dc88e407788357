import { choice, type RegisterFilters, region, text } from '#lib/register/register.ts'
import { invitationStates, ways } from './invitationWords.ts'

export const invitationFilters = {
  key: text('单位名称或信用代码'),
  state: choice('状态', invitationStates),
  way: choice('方式', ways),
  province: region('地区'),
} satisfies RegisterFilters
