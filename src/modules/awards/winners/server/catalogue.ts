import { asc } from 'drizzle-orm'
import { awardKind } from '#modules/awards/calls/server/tables.ts'
import { scopeFacts } from '#modules/certificates/facts.ts'
import { defineCatalogue } from '#modules/certificates/server/certificateCatalogue.ts'
import { awardSheet } from './awardSheet.ts'

/** The one group of all awards in the register of certificates. */
export const AWARDS = { code: 'JL', name: '科技奖励' }

/** Apart from what other registers call theirs. */
export const certificateKind = ({ code }: { code: string }) => `${AWARDS.code}-${code}`

defineCatalogue('award', {
  sheet: awardSheet,
  details: {
    names: { project: '获奖项目', year: '年度', place: '名次' },
    read: async (_, { scope }) => {
      const [[, project = ''] = [], [, year = ''] = [], [, place = ''] = []] = scopeFacts(scope)
      return { project, year, place }
    },
  },
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
