import { inArray } from 'drizzle-orm'
import type { Found, Hit, Search } from '#lib/search.ts'
import { findRows } from '#lib/server/search/find.ts'
import { isPersons } from '../holder.ts'
import { type Asking, isListed, type Register } from '../issuing/server/filters.ts'
import { rowColumns, type Selected, toRow } from './lists.ts'
import { certificate } from './tables.ts'

/** What a search finds in a register: by part of an organisation's name or of a number, or by a person's whole name. */
export const findCertificates = (ctx: Asking, register: Register, search: Search): Promise<Found> =>
  findRows(ctx, search, {
    from: certificate,
    id: certificate.id,
    words: certificate.words,
    title: certificate.holderName,
    at: certificate.issuedOn,
    where: isListed(ctx, register),
    query: search.register,
    read: async ids => {
      const rows = await ctx.db.select(rowColumns).from(certificate).where(inArray(certificate.id, ids))
      return rows.map(row => toHit(ctx, row))
    },
  })

function toHit({ now }: Asking, row: Selected): Hit {
  const { id, number, holderName, kindName, levelName, organisationName, validTo, statusName, issuedOn } = toRow(row, {
    now,
  })
  const employer = isPersons(row) && organisationName
  const validity = validTo ? `有效期至 ${validTo}` : '长期有效'
  return {
    id,
    route: `/admin/verify?number=${encodeURIComponent(number)}`,
    title: [holderName, kindName, levelName].filter(Boolean).join(' '),
    text: [number, employer, validity, statusName].filter(Boolean).join(' · '),
    publishTime: issuedOn,
  }
}
