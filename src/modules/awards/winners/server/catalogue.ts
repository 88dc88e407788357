import { asc } from 'drizzle-orm'
import { awardKind } from '#modules/awards/calls/server/tables.ts'
import { defineCatalogue } from '#modules/certificates/server/certificateCatalogue.ts'
import { awardSheet } from './awardSheet.ts'

/** The one group of all awards in the register of certificates. */
export const AWARDS = { code: 'JL', name: '科技奖励' }

/** Apart from what other registers call theirs. */
export const certificateKind = ({ code }: { code: string }) => `${AWARDS.code}-${code}`

defineCatalogue('award', {
  sheet: awardSheet,
  groups: async ({ db }) => {
    const kinds = await db.select().from(awardKind).orderBy(asc(awardKind.sort), asc(awardKind.id))
    return [
      {
        ...AWARDS,
        kinds: kinds.map(kind => ({
          code: certificateKind(kind),
          name: kind.name,
          validYears: 0,
          levels: kind.rules.levels.map(({ code, name }) => ({ code, name })),
        })),
      },
    ]
  },
})
