import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { refuseEmptyParts } from '#modules/certificates/server/numberRules.ts'
import { nextNumber } from '#modules/certificates/server/numbers.ts'

type Numbered = {
  kind: 'organisation' | 'person'
  provinceCode: string | null
  joinedOn: string
  /** Prefix of the level; empty: prefix of the association. */
  numberPrefix: string
}

/**
 * `XH-D-32` of organisations, by province; `XH-G-2026` of persons, by the year of joining. Refused (409) to an organisation
 * without a province.
 */
export function memberSeries(house: string, { kind, provinceCode, joinedOn, numberPrefix }: Numbered): string {
  const prefix = numberPrefix || house
  if (kind === 'person') return `${prefix}-G-${joinedOn.slice(0, 4)}`
  if (!provinceCode) refuseEmptyParts(['province'])
  return `${prefix}-D-${provinceCode!.slice(0, 2)}`
}

/** `XH-D-32-0001` */
export const memberNumber = (series: string, n: number) => `${series}-${String(n).padStart(4, '0')}`

export async function nextMemberNumber(ctx: Pick<Ctx, 'db' | 'now'>, house: string, of: Numbered): Promise<string> {
  const series = memberSeries(house, of)
  return memberNumber(series, await nextNumber(ctx, series))
}

export const thisYear = ({ now }: Pick<Ctx, 'now'>) => Number(dayOf(now).slice(0, 4))
