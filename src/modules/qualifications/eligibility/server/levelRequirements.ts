import { daysBetween } from '#lib/dates.ts'
import { typedKeys } from '#lib/keys.ts'
import { EXPIRING_DAYS } from '#modules/certificates/status.ts'
import type { LevelRequirements } from '#modules/qualifications/catalogue/server/kindSettings.ts'
import { requirementTerms } from '#modules/qualifications/requirementTerms.ts'
import type { Requirement } from '#modules/qualifications/server/tables.ts'
import { type CertificateCriteria, coverOf, type Workforce } from './cover.ts'

export type RequirementCode = keyof typeof requirementTerms

/** One requirement. `certificates`: whose holders count. */
export type Term = { what: RequirementCode; name?: string; needed: number; certificates?: CertificateCriteria }

export const labelOf = ({ what, name }: Pick<Term, 'what' | 'name'>) => name ?? requirementTerms[what].label
export const unitOf = ({ what }: Pick<Term, 'what'>) => requirementTerms[what].unit

/** Matches the same requirement between two dates or versions. */
export const isSameTerm = (one: Pick<Term, 'what' | 'name'>, other: Pick<Term, 'what' | 'name'>) =>
  one.what === other.what && one.name === other.name

export function termsOf({ requirement, certifiedKinds, holderRules }: LevelRequirements): Term[] {
  const byNumber = (what: keyof Requirement): Term[] => {
    const needed = requirement[what]
    if (!needed) return []
    return what === 'certified' ? [{ what, needed, certificates: { kinds: certifiedKinds } }] : [{ what, needed }]
  }
  const byKind = holderRules.flatMap(({ name, kinds, grade, count, share }): Term[] => {
    const certificates = { kinds, grade }
    return [
      ...(count ? [{ what: 'holders' as const, name, needed: count, certificates }] : []),
      ...(share ? [{ what: 'share' as const, name: `${name}占职工的比例`, needed: share, certificates }] : []),
    ]
  })
  return typedKeys(requirementTerms).flatMap(what => {
    if (what === 'holders' || what === 'share') return byKind.filter(term => term.what === what)
    return byNumber(what)
  })
}

/** Returns each requirement with the number available on a day; null where the register cannot know. */
export const countRequirements = (asked: LevelRequirements, workforce: Workforce, day: string) =>
  termsOf(asked).map(term => ({ ...term, have: haveOf(term, asked.requirement, workforce, day) }))

function haveOf(term: Term, { middle = 0 }: Requirement, workforce: Workforce, day: string): number | null {
  const { capital, people, staff } = workforce
  const ranked = (...ranks: string[]) => people.filter(({ rank }) => rank !== null && ranks.includes(rank)).length
  const titled = ranked('senior', 'middle')
  switch (term.what) {
    case 'senior':
      return ranked('senior')
    case 'middle':
      return titled
    // People with a higher title who are not needed there count here.
    case 'junior':
      return ranked('junior') + Math.max(0, titled - middle)
    case 'certified':
    case 'holders':
      return holdersOn(term, workforce, day)
    case 'share':
      return staff ? Math.floor((100 * holdersOn(term, workforce, day)) / staff) : null
    case 'capital':
      return capital
    // The company states it, and proves it, in its application.
    case 'works':
      return null
  }
}

const holdersOn = ({ certificates }: Term, { people, today }: Workforce, day: string) =>
  people.filter(({ held }) => {
    const cover = coverOf(held, certificates!, today)
    return cover && (cover.validTo === null || cover.validTo >= day)
  }).length

export type Expiring = { name: string; certNo: string; validTo: string; daysLeft: number }

/** Returns counted people whose certificate ends soon without a successor, nearest first. */
export const expiringOf = ({ people, today }: Workforce, asked: CertificateCriteria): Expiring[] =>
  people
    .flatMap(({ name, held }) => {
      const cover = coverOf(held, asked, today)
      if (!cover?.validTo) return []
      return { name, certNo: cover.certNo, validTo: cover.validTo, daysLeft: daysBetween(today, cover.validTo) }
    })
    .filter(({ daysLeft }) => daysLeft <= EXPIRING_DAYS)
    .sort((a, b) => a.daysLeft - b.daysLeft)
