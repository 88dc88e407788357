import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/context.ts'
import { nextNumber } from '#modules/certificates/server/numbers.ts'

type Numbered = { kind: 'organisation' | 'person'; provinceCode: string | null; joinedOn: string }

/** `CBWA-D-32-0001` of an organisation, by province; `CBWA-G-2026-0001` of a person, by the year of joining. */
export async function nextMemberNumber(ctx: Pick<Ctx, 'db' | 'now'>, house: string, of: Numbered): Promise<string> {
  const series =
    of.kind === 'person'
      ? `${house}-G-${of.joinedOn.slice(0, 4)}`
      : `${house}-D-${(of.provinceCode ?? '00').slice(0, 2)}`
  return `${series}-${String(await nextNumber(ctx, series)).padStart(4, '0')}`
}

export const thisYear = ({ now }: Pick<Ctx, 'now'>) => Number(dayOf(now).slice(0, 4))
