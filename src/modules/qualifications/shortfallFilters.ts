import { choice, code, day, type RegisterFilters, region, text } from '#lib/register/register.ts'
import { checkableRequirements, requirementTerms } from './requirementTerms.ts'
import { shortfallStateNames } from './shortfallWords.ts'

/** Filters of certificates by kind and holder. */
export const heldFilters = {
  /** Part of the organisation's name, its pinyin or its credit code. */
  key: text('单位名称'),
  kindCode: code('种类'),
  provinceCode: region('地区'),
} satisfies RegisterFilters

const requirementNames = Object.fromEntries(
  checkableRequirements.map(code => [code, requirementTerms[code].label]),
) as Record<(typeof checkableRequirements)[number], string>

export const shortfallFilters = {
  ...heldFilters,
  /** Absent: whatever is not over. */
  state: choice('状态', shortfallStateNames),
  what: choice('不足的条件', requirementNames),
  since: day('不足之日从'),
  until: day('到'),
} satisfies RegisterFilters
