import { typedKeys } from '#lib/keys.ts'
/** Rules of an award. Each year's call copies them from the award, in the same shape. */
export type AwardRules = {
  /** 科技进步奖、技术发明奖 … */
  subTypes: Named[]
  /** 专业评审组 */
  groups: Named[]
  /** The highest first. */
  levels: AwardLevel[]
  criteria: Criterion[]
  materials: AwardMaterial[]
}
export type Named = { code: string; name: string }
/** Maximum persons and organisations on certificates of this level; null: no limit. */
export type AwardLevel = Named & { mostPersons: number | null; mostOrganisations: number | null }
/** `max`: the points that it is worth; those of all criteria are 100. */
export type Criterion = Named & { max: number; hint: string }
export type AwardMaterial = Named & { required: boolean; hint: string; max: number }

export const entryFormNames = {
  project: '项目',
  paper: '论文',
  report: '检验检测报告',
  honour: '先进单位与个人',
}
export type EntryForm = keyof typeof entryFormNames
export const entryForms = typedKeys(entryFormNames)

/** `draft`: only staff see it. `closed`: no more entries, and nothing left to do. */
export const callStateNames = { draft: '草稿', published: '已发布', closed: '已截止' }
export type CallState = keyof typeof callStateNames
export const callStates = typedKeys(callStateNames)

/** `online`: experts read and score. `defence`: the applicants are heard. */
export const roundKindNames = { online: '网上评审', defence: '答辩评审' }
export type RoundKind = keyof typeof roundKindNames
export const roundKinds = typedKeys(roundKindNames)

/** `planned`: entries and experts are being chosen. `open`: experts score. `closed`: ranked, and no score changes. */
export const roundStateNames = { planned: '筹备中', open: '评分中', closed: '已结束' }
export type RoundState = keyof typeof roundStateNames
export const roundStates = typedKeys(roundStateNames)

/** Staff's proposal for an entry of a closed round. `next`: into another round. */
export const verdictNames = { next: '进入下一轮', propose: '建议授奖', reject: '不入选' }
export type Verdict = keyof typeof verdictNames
export const verdicts = typedKeys(verdictNames)
