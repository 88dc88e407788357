import { readFileSync } from 'node:fs'
import { longDay } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificateSheet } from '#modules/certificates/documents/server/certificateSheet.ts'
import { scopeFacts } from '#modules/certificates/facts.ts'
import { isPersons } from '#modules/certificates/holder.ts'
import type { Paper } from '#modules/certificates/server/certificateCatalogue.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'

const template = readFileSync(new URL('./awardSheet.typ', import.meta.url), 'utf8')

/** 获奖证书: to be framed, and checked by its QR code. */
export async function awardSheet(_: Ctx, of: Certificate, paper: Paper): Promise<Buffer> {
  const [[, name = ''] = [], ...rest] = scopeFacts(of.scope)
  const factOf = (label: string) => rest.find(([one]) => one === label)?.[1] ?? ''
  const data = {
    issuer: of.issuer,
    number: of.number,
    holderName: of.holderName,
    prize: of.kindName,
    level: of.kindName.includes(of.levelName) ? '' : of.levelName,
    about: isPersons(of) ? of.organisationName : '',
    // Who is honoured is not honoured for being themself.
    name: name === of.holderName ? '' : name,
    year: factOf('年度'),
    place: name === of.holderName ? '' : factOf('名次'),
    issuedOn: longDay(of.issuedOn),
    reissuedOn: paper.reissuedOn ? `${longDay(paper.reissuedOn)}补发` : '',
  }
  return certificateSheet(template, data, paper)
}
