import { addDays, longDay } from '#lib/dates.ts'
import { EXPIRING_DAYS } from '#modules/certificates/status.ts'
import type { LevelRequirements } from '#modules/qualifications/catalogue/server/kindSettings.ts'
import type { Missing } from '#modules/qualifications/server/tables.ts'
import type { Workforce } from './cover.ts'
import { countRequirements, isSameTerm, labelOf, unitOf } from './levelRequirements.ts'

/** Missing requirements, and the day since or from which they are missing. */
export type Lack = { missing: Missing[]; lacksOn: string }

const missingOn = (asked: LevelRequirements, workforce: Workforce, day: string): Missing[] =>
  countRequirements(asked, workforce, day).flatMap(({ what, name, needed, have }) =>
    have !== null && have < needed ? [{ what, ...(name !== undefined && { name }), needed, have }] : [],
  )

/** Returns what is missing now or within the time in which a certificate counts as 即将到期; undefined: nothing. */
export function lackOf(asked: LevelRequirements, workforce: Workforce, today: string): Lack | undefined {
  const last = addDays(today, EXPIRING_DAYS)
  const days = workforce.people
    .flatMap(({ held }) => held.flatMap(({ validTo }) => (validTo && validTo < last ? addDays(validTo, 1) : [])))
    .sort()
  for (const lacksOn of [today, ...new Set(days)]) {
    const missing = missingOn(asked, workforce, lacksOn)
    if (missing.length > 0) return { missing, lacksOn }
  }
  return undefined
}

/** 持证人员需要 4 名，现有 3 名 */
export function sentenceOf({ missing, lacksOn }: Lack, today: string): string {
  const isSo = lacksOn <= today
  const said = missing.map(lack => wordsOf(lack, isSo)).join('；')
  return isSo ? said : `自 ${longDay(lacksOn)} 起，${said}`
}

const wordsOf = (of: Missing, isSo: boolean) =>
  `${labelOf(of)}需要 ${of.needed} ${unitOf(of)}，${isSo ? '现有' : '将只有'} ${of.have} ${unitOf(of)}`

export const shortfallStage = ({ lacksOn }: Lack, today: string) => (lacksOn <= today ? 'short' : 'ahead')

/** A shortfall that is worse than the one last announced is announced again. */
export const isWorse = (known: Lack & { told: 'ahead' | 'short' }, now: Lack, today: string): boolean =>
  (known.told === 'ahead' && shortfallStage(now, today) === 'short') ||
  now.missing.some(of => {
    const before = known.missing.find(one => isSameTerm(one, of))
    return !before || of.needed - of.have > before.needed - before.have
  })
