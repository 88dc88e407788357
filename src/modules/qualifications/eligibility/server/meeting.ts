import { daysBetween } from '#lib/dates.ts'
import { typedKeys } from '#lib/keys.ts'
import { EXPIRING_DAYS } from '#modules/certificates/status.ts'
import type { HolderRule, Requirement } from '#modules/qualifications/catalogue/server/tables.ts'
import { requirementTerms } from '#modules/qualifications/shortfalls/shortfallWords.ts'
import { type CertificatesAsked, coverOf, type Workforce } from './cover.ts'

export type What = keyof typeof requirementTerms

/** All that a level asks for: its numbers, which certificates count for them, and people with certain certificates. */
export type Asked = { requirement: Requirement; certifiedKinds: readonly string[]; holderRules: readonly HolderRule[] }

/** Of what a kind asks, what is asked of that level. */
export const askedOf = (
  { certifiedKinds, holderRules }: Omit<Asked, 'requirement'>,
  { code, requirement }: { code: string; requirement: Requirement },
): Asked => ({
  requirement,
  certifiedKinds,
  holderRules: holderRules.filter(({ level }) => level === '' || level === code),
})

/** One thing that is asked for. `certificates`: whose holders count. */
export type Term = { what: What; name?: string; needed: number; certificates?: CertificatesAsked }

export const labelOf = ({ what, name }: Pick<Term, 'what' | 'name'>) => name ?? requirementTerms[what].label
export const unitOf = ({ what }: Pick<Term, 'what'>) => requirementTerms[what].unit

/** Whether two are the same thing, at two times. */
export const isSameTerm = (one: Pick<Term, 'what' | 'name'>, other: Pick<Term, 'what' | 'name'>) =>
  one.what === other.what && one.name === other.name

export function termsOf({ requirement, certifiedKinds, holderRules }: Asked): Term[] {
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

/** What is asked for, and how much there is of it on a day; null where the register cannot say. */
export const countsOn = (asked: Asked, workforce: Workforce, day: string) =>
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
    // Whoever has a higher title and is not counted for that will do for this.
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

/** Those who are counted today and whose certificate ends soon, with nothing to follow it; the nearest first. */
export const expiringOf = ({ people, today }: Workforce, asked: CertificatesAsked): Expiring[] =>
  people
    .flatMap(({ name, held }) => {
      const cover = coverOf(held, asked, today)
      if (!cover?.validTo) return []
      return { name, certNo: cover.certNo, validTo: cover.validTo, daysLeft: daysBetween(today, cover.validTo) }
    })
    .filter(({ daysLeft }) => daysLeft <= EXPIRING_DAYS)
    .sort((a, b) => a.daysLeft - b.daysLeft)
