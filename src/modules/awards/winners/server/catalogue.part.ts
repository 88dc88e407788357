import { readFileSync } from 'node:fs'
import { asc } from 'drizzle-orm'
import { longDay } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { awardKind } from '#modules/awards/server/tables.ts'
import { scopeFacts } from '#modules/certificates/facts.ts'
import { isHeldByPerson } from '#modules/certificates/holder.ts'
import { defineCatalogue, type Paper } from '#modules/certificates/server/certificateCatalogue.ts'
import { certificateSheet } from '#modules/certificates/server/certificateSheet.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'

const template = readFileSync(new URL('./awardSheet.typ', import.meta.url), 'utf8')

/** 获奖证书: to be framed, and checked by its QR code. */
async function awardSheet(_: Ctx, of: Certificate, paper: Paper): Promise<Buffer> {
  const [[, name = ''] = [], ...rest] = scopeFacts(of.scope)
  const factOf = (label: string) => rest.find(([one]) => one === label)?.[1] ?? ''
  const data = {
    issuer: of.issuer,
    number: of.number,
    holderName: of.holderName,
    prize: of.kindName,
    level: of.kindName.includes(of.levelName) ? '' : of.levelName,
    about: isHeldByPerson(of) ? of.organisationName : '',
    // An award that honours the holder has no work to name, so the holder's name is not repeated.
    name: name === of.holderName ? '' : name,
    year: factOf('年度'),
    place: name === of.holderName ? '' : factOf('名次'),
    issuedOn: longDay(of.issuedOn),
    reissuedOn: paper.reissuedOn ? `${longDay(paper.reissuedOn)}补发` : '',
  }
  return certificateSheet(template, of, data, paper)
}

/** The one group of all awards in the register of certificates. */
export const AWARDS = { code: 'JL', name: '科技奖励' }

/** Apart from what other registers call theirs. */
export const certificateKind = ({ code }: { code: string }) => `${AWARDS.code}-${code}`

defineCatalogue('award', {
  order: 20,
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
