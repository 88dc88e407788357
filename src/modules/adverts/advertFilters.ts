import { choice, day, type RegisterFilters, text } from '#lib/register/register.ts'
import { statusNames } from './advertStatus.ts'
import { positionCodes, positions } from './positions.ts'

const { draft: _, ...handedInNames } = statusNames

export const advertFilters = {
  key: text('标题、编号或广告主'),
  status: choice('状态', handedInNames),
  position: {
    kind: 'choice',
    label: '广告位',
    options: positionCodes.map(code => ({ code, name: positions[code].name })),
  },
  /** `from`, `to`: whose days touch these. */
  from: day('投放期间从'),
  to: day('到'),
  invoice: choice('发票', { due: '待开票', issued: '已开票' }),
} satisfies RegisterFilters
