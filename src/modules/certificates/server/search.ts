import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type Found, SEARCH_WINDOW, type Search } from '#lib/search.ts'
import { countUpTo } from '#lib/server/db.ts'
import { type Asking, isListed, type Register, rowColumns, toRow } from './lists.ts'
import { isPersons } from './register.ts'
import { certificate } from './tables.ts'

/** What a search finds in a register: by part of an organisation's name or of a number, or by a person's whole name. */
export async function findCertificates(ctx: Asking, register: Register, search: Search): Promise<Found> {
  const query = sql`to_tsquery('simple', ${search.register})`
  const where = and(isListed(ctx, register), sql`${certificate.words} @@ ${query}`)!
  const [rows, total] = await Promise.all([
    bestOfNewest(ctx, where, query, search.limit),
    countUpTo(ctx.db, SEARCH_WINDOW, sql`select 1 from ${certificate} where ${where}`),
  ])
  return { hits: rows.map(row => toHit(ctx, row)), total }
}

/** Ranking reads every vector it ranks: of a common word, only those of the newest are. */
function bestOfNewest({ db }: Asking, where: SQL, query: SQL, limit: number) {
  const found = db
    .select({ id: certificate.id })
    .from(certificate)
    .where(where)
    .orderBy(desc(certificate.issuedOn), desc(certificate.id))
    .limit(SEARCH_WINDOW)
    .as('found')
  return db
    .select({ ...rowColumns, rank: sql<number>`ts_rank(${certificate.words}, ${query})`.as('rank') })
    .from(certificate)
    .innerJoin(found, eq(found.id, certificate.id))
    .orderBy(sql`rank desc`, desc(certificate.issuedOn), desc(certificate.id))
    .limit(limit)
}

function toHit({ now }: Asking, row: Awaited<ReturnType<typeof bestOfNewest>>[number]) {
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
    rank: row.rank,
  }
}
