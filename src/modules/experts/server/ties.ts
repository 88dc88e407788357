import { asc, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { COUNTS_FOR_YEARS, type Tie } from '../ties.ts'
import { expert, expertTie } from './tables.ts'

export type KnownTie = {
  expertId: number
  kind: Tie
  organisationName: string
  creditCode: string | null
  /** Set for an employer known from the register of persons. */
  organisationId?: number | null
  isRegistered: boolean
  fromDay: string | null
  toDay: string | null
}

/** Returns the ties of these experts: entered by staff, and the employer known from the register. */
export async function tiesOf({ db }: Pick<Ctx, 'db'>, expertIds: readonly number[]): Promise<KnownTie[]> {
  const ids = [...expertIds]
  if (ids.length === 0) return []
  const [written, registered] = await Promise.all([
    db
      .select()
      .from(expertTie)
      .where(inArray(expertTie.expertId, ids))
      .orderBy(asc(expertTie.expertId), asc(expertTie.id)),
    db
      .select({ expertId: expert.id, person, organisation })
      .from(expert)
      .innerJoin(person, eq(person.id, expert.personId))
      .leftJoin(organisation, eq(organisation.id, person.organisationId))
      .where(inArray(expert.id, ids)),
  ])
  const employers = registered.map(({ expertId, person: who, organisation: at }) => ({
    expertId,
    kind: 'employer' as const,
    isRegistered: true,
    fromDay: null,
    toDay: null,
    organisationName: at?.name ?? who.employer,
    creditCode: at?.creditCode ?? null,
    organisationId: at?.id,
  }))
  return [
    ...written.map(({ id: _, ...tie }) => ({ ...tie, isRegistered: false })),
    ...employers.filter(({ organisationName }) => organisationName !== ''),
  ]
}

/** The last day on which something that has ended still counts; null: it has not ended. */
export const countsUntil = ({ toDay }: Pick<KnownTie, 'toDay'>) =>
  toDay && `${Number(toDay.slice(0, 4)) + COUNTS_FOR_YEARS}${toDay.slice(4)}`

export const stillCounts = (tie: KnownTie, today: string) => (countsUntil(tie) ?? today) >= today
export const isCurrent = ({ toDay }: Pick<KnownTie, 'toDay'>, today: string) => toDay === null || toDay >= today

/** 2024-03 至今 */
export function periodOf({ fromDay, toDay }: Pick<KnownTie, 'fromDay' | 'toDay'>): string {
  const month = (day: string) => day.slice(0, 7)
  if (fromDay) return `${month(fromDay)} 至${toDay ? ` ${month(toDay)}` : '今'}`
  return toDay ? `至 ${month(toDay)}` : ''
}
