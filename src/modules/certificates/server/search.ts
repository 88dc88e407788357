import { inArray } from 'drizzle-orm'
import type { Found, Hit, Search } from '#lib/search.ts'
import { newestOf } from '#lib/server/database/newest.ts'
import { searchIn } from '#lib/server/search/find.ts'
import { mayBeNumber } from '#lib/server/search/words.ts'
import { isHeldByPerson } from '../holder.ts'
import { isListed, isPublished, numbersStartingWith, type ReadContext, type Register } from './filters.ts'
import { certificateRowColumns, type SelectedCertificate, toCertificateRow } from './lists.ts'
import { certificate } from './tables.ts'

/** Searches a register by part of an organisation's name or of a number, or by a person's whole name. */
export function certificateSearch(register: Register) {
  const byWords = searchIn({
    name: register,
    from: certificate,
    id: certificate.id,
    words: certificate.words,
    title: certificate.holderName,
    at: certificate.issuedOn,
    where: given => isListed(given, register),
  })
  return async (ctx: ReadContext, search: Search): Promise<Found> => {
    const read = async (ids: number[]) => {
      const rows = await ctx.db.select(certificateRowColumns).from(certificate).where(inArray(certificate.id, ids))
      return rows.map(row => toHit(ctx, row))
    }
    const isNumber = !search.near && mayBeNumber(search.typed)
    const matches = isNumber ? await numbersStartingWith(ctx, search.typed, isPublished(ctx)) : undefined
    if (!matches) return byWords(ctx, search, { query: search.register, read })
    const sought = { from: certificate, id: certificate.id, at: certificate.issuedOn, where: isListed(ctx, register) }
    const { total, places } = await newestOf(
      ctx.db,
      { ...sought, matches },
      { limit: search.limit, few: MAX_NUMBER_MATCHES },
    )
    return { total, kinds: {}, best: places.map(place => ({ ...place, rank: NUMBER_MATCH_RANK })), read }
  }
}

/** Maximum rows fetched at once when searching by the beginning of a number. */
const MAX_NUMBER_MATCHES = 10_000
/** Rank of a match by number, equal to a heading that contains the query. */
const NUMBER_MATCH_RANK = 1

function toHit({ now }: ReadContext, row: SelectedCertificate): Hit {
  const { id, number, holderName, kindName, levelName, organisationName, validTo, statusName, issuedOn } =
    toCertificateRow(row, {
      now,
    })
  const employer = isHeldByPerson(row) && organisationName
  const validity = validTo ? `有效期至 ${validTo}` : '长期有效'
  return {
    id,
    route: `/admin/verify?number=${encodeURIComponent(number)}`,
    title: [holderName, kindName, levelName].filter(Boolean).join(' '),
    text: [number, employer, validity, statusName].filter(Boolean).join(' · '),
    publishTime: issuedOn,
  }
}
