import { daysBetween } from '#lib/dates.ts'
import { typedKeys } from '#lib/keys.ts'
import { EXPIRING_DAYS } from '#modules/certificates/status.ts'
import type { Requirement } from '#modules/qualifications/catalogue/server/tables.ts'
import { requirementTerms } from '#modules/qualifications/shortfalls/shortfallWords.ts'
import type { Workforce } from './workforce.ts'

export type What = keyof Requirement

export const whats = typedKeys(requirementTerms)
export const labelOf = (what: What) => requirementTerms[what].label
export const unitOf = (what: What) => requirementTerms[what].unit

/** What is asked for, and how much there is of it on a day; null where the register cannot say. */
export const countsOn = (requirement: Requirement, workforce: Workforce, day: string) =>
  whats.flatMap(what => {
    const needed = requirement[what]
    return needed ? { what, needed, have: haveOf(what, requirement, workforce, day) } : []
  })

function haveOf(what: What, { middle = 0 }: Requirement, { capital, people }: Workforce, day: string): number | null {
  const ranked = (...ranks: string[]) => people.filter(({ rank }) => rank !== null && ranks.includes(rank)).length
  const titled = ranked('senior', 'middle')
  switch (what) {
    case 'senior':
      return ranked('senior')
    case 'middle':
      return titled
    // Whoever has a higher title and is not counted for that will do for this.
    case 'junior':
      return ranked('junior') + Math.max(0, titled - middle)
    case 'certified':
      return people.filter(({ cover }) => cover && (cover.validTo === null || cover.validTo >= day)).length
    case 'capital':
      return capital
    // The company states it, and proves it, in its application.
    case 'works':
      return null
  }
}

export type Expiring = { name: string; certNo: string; validTo: string; daysLeft: number }

/** Those who are counted today and whose certificate ends soon, with nothing to follow it; the nearest first. */
export const expiringOf = ({ people }: Workforce, today: string): Expiring[] =>
  people
    .flatMap(({ name, cover }) =>
      cover?.validTo
        ? { name, certNo: cover.certNo, validTo: cover.validTo, daysLeft: daysBetween(today, cover.validTo) }
        : [],
    )
    .filter(({ daysLeft }) => daysLeft <= EXPIRING_DAYS)
    .sort((a, b) => a.daysLeft - b.daysLeft)
