import { and, inArray, type SQL } from 'drizzle-orm'
import type { Found, Hit, Search } from '#lib/search.ts'
import { newestOf } from '#lib/server/database/newest.ts'
import { unindexed } from '#lib/server/database/unindexed.ts'
import { findRows } from '#lib/server/search/find.ts'
import { mayBeNumber } from '#lib/server/search/words.ts'
import { isPersons } from '../holder.ts'
import { type Asking, isListed, isPublished, numberBegins, type Register } from '../issuing/server/filters.ts'
import { rowColumns, type Selected, toRow } from './lists.ts'
import { numberKey } from './register.ts'
import { certificate } from './tables.ts'

/** What a search finds in a register: by part of an organisation's name or of a number, or by a person's whole name. */
export async function findCertificates(ctx: Asking, register: Register, search: Search): Promise<Found> {
  const sought = { from: certificate, id: certificate.id, at: certificate.issuedOn, where: isListed(ctx, register) }
  const read = async (ids: number[]) => {
    const rows = await ctx.db.select(rowColumns).from(certificate).where(inArray(certificate.id, ids))
    return rows.map(row => toHit(ctx, row))
  }
  const matches = search.near ? undefined : await numbersBegunBy(ctx, search.typed)
  if (!matches) {
    const { words, holderName: title } = certificate
    return findRows(ctx, search, { ...sought, words, title, query: search.register, read })
  }
  const { total, places } = await newestOf(ctx.db, { ...sought, matches }, { limit: search.limit, few: FEW })
  return { total, kinds: {}, best: places.map(place => ({ ...place, rank: BEGUN })), read }
}

/** How many are fetched by the beginning of their numbers at once. */
const FEW = 10_000
/** As a heading that has what was typed. */
const BEGUN = 1

/**
 * Most people type a number from its beginning: where any begins so, in whichever register, that is what is meant, and an
 * index has it at once, however common its parts are.
 */
async function numbersBegunBy(ctx: Asking, typed: string): Promise<SQL | undefined> {
  if (!mayBeNumber(typed)) return undefined
  const begins = numberBegins(numberKey(typed))
  const [known] = await ctx.db
    .select({ id: certificate.id })
    .from(certificate)
    .where(and(begins, unindexed(isPublished(ctx))))
    .limit(1)
  return known && begins
}

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
