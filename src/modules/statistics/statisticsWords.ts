import { typedKeys } from '#lib/keys.ts'

export const reportStateNames = { open: '未报', submitted: '已报待核', returned: '退回更正', accepted: '已核' } as const
export type ReportState = keyof typeof reportStateNames
export const reportStates = typedKeys(reportStateNames)

/** 统计上大中小微型企业划分办法（国家统计局）. */
export const sizeNames = { large: '大型', medium: '中型', small: '小型', micro: '微型' } as const
export type Size = keyof typeof sizeNames
export const sizes = typedKeys(sizeNames)

export const tableNames = {
  total: '合计',
  trade: '按行业类别',
  region: '按地区',
  size: '按规模',
  tradeSize: '按行业类别和规模',
} as const
export type TableCode = keyof typeof tableNames
export const tableCodes = typedKeys(tableNames)

export const releaseStateNames = {
  planned: '待公布',
  public: '已公布',
  cancelled: '已取消',
  replaced: '已被修订',
} as const
export type ReleaseState = keyof typeof releaseStateNames
export const releaseStates = typedKeys(releaseStateNames)

/** A cell of a release. Withheld cells have no number at all: what is stored is what everybody may read. */
export type ReleasedCell = {
  value: number | null
  isWithheld: boolean
  /** Companies whose value is an estimate, and their share of the sum in percent, rounded up. */
  estimated: number
  estimatedShare: number
}
export type ReleasedTables = {
  indicators: { code: string; name: string; unit: string; definition: string; decimals: number }[]
  /** Companies that are asked, that reported, that are estimated, and that are left out. */
  asked: number
  reported: number
  estimated: number
  missing: number
  tables: { code: TableCode; rows: { key: string; name: string; cells: Record<string, ReleasedCell> }[] }[]
}

/** Reports of other companies that a quartile needs behind it. */
export const MIN_FOR_QUARTILES = 8
export const MAX_CELLS = 60
export const MAX_EXPLANATION = 300
export const WITHHELD = '（保密）'
export const ESTIMATE_MARK = '含估计'
