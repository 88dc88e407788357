import { choice, name, number, type RegisterFilters, text } from '#lib/register/register.ts'
import { winnerStateNames } from './winnerStates.ts'

export const winnerFilters = {
  /** Part of the work, an organisation or a person; or the number of a certificate. */
  key: text('项目、单位、个人或证书编号'),
  kindId: number('奖项'),
  year: number('年度'),
  level: name('等级'),
  state: choice('状态', winnerStateNames),
} satisfies RegisterFilters
