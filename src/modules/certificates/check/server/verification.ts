import { asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { prepared } from '#lib/server/database/prepared.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { sharedRateLimit } from '#lib/server/limits/sharedRateLimit.ts'
import { personKey } from '#lib/server/search/names.ts'
import { contentOf, contentOn } from '#modules/certificates/content.ts'
import { chainOf } from '#modules/certificates/server/chain.ts'
import { numberKey } from '#modules/certificates/server/register.ts'
import { certificate, certificateEvent, certificateLookup } from '#modules/certificates/server/tables.ts'
import { type CertificateQuery, type Event, toVerified } from '#modules/certificates/server/verified.ts'
import type { checkContract } from '../contract.ts'
import { orgPageOf } from './orgPages.ts'

type Endpoints = typeof checkContract
type Verify = Endpoints['GET /cert/verify']

/** An inspector with a pile of certificates is not held up; a program that tries numbers is. */
const spend = limit('cert/verify', { max: 30, per: 10_000 })
/** Rate limit on names that do not match, so that nobody finds out a masked name by trying. */
const spendGuess = sharedRateLimit('cert/verify/name', { max: 10, per: 600_000 })

export async function verify(ctx: Ctx, asked: Parsed<Verify>): Promise<Output<Verify>> {
  const found = await lookUp(ctx, asked)
  // A caller with the QR code holds the certificate, with the name on it.
  return found && toVerified(ctx, found, { ...asked, knows: Boolean(asked.token) })
}

export const verificationHandlers = {
  'GET /cert/verify': verify,
  /** Shows the whole name and the link of the QR code to a caller who knows both number and name. */
  'POST /cert/verify/name': async (ctx, { name, ...asked }) => {
    await spendGuess(ctx, 0)
    const found = await lookUp(ctx, asked)
    if (!found) return null
    const today = contentOf(found)
    const then = contentOn(today, found.events, asked.on ?? dayOf(ctx.now))
    const matches = [today, then].some(({ holderName }) => personKey(holderName) === personKey(name))
    if (!matches) await spendGuess(ctx)
    return { matches, certificate: toVerified(ctx, found, { ...asked, knows: matches || Boolean(asked.token) }) }
  },
} satisfies Partial<Handlers<Endpoints>>

/**
 * The certificate and its history, from its number or QR code, listed or not: docs/decisions/certificate-check.md. That
 * somebody asked is written down.
 */
async function lookUp(ctx: Ctx, { number, token, on }: CertificateQuery) {
  if (on && on > dayOf(ctx.now)) throw invalid('只能核验今天或以前某一天的状态', { on: '不能晚于今天' })
  spend(ctx)
  const [found] = await (token
    ? withToken(ctx.db).execute({ token })
    : withNumber(ctx.db).execute({ key: numberKey(number!) }))
  if (!found) return null
  const [events, chain, orgPage] = await Promise.all([
    historyOf(ctx.db).execute({ id: found.id }) as Promise<Event[]>,
    chainOf(ctx, found.id),
    orgPageOf(ctx, found),
    ctx.db
      .insert(certificateLookup)
      .values({ certificateId: found.id, via: token ? 'qr' : 'number', askedFor: on, at: ctx.now }),
  ])
  return { ...found, events, chain, orgPage }
}

const { words: _, ...columns } = getTableColumns(certificate)

const withToken = prepared(db =>
  find(db, eq(certificate.token, sql.placeholder('token'))).prepare('certificate_by_token'),
)
const withNumber = prepared(db =>
  find(db, eq(certificate.numberKey, sql.placeholder('key'))).prepare('certificate_by_number'),
)
const find = (db: Ctx['db'], where: SQL) => db.select(columns).from(certificate).where(where)

const historyOf = prepared(db =>
  db
    .select({
      kind: certificateEvent.kind,
      effectiveOn: certificateEvent.effectiveOn,
      reason: certificateEvent.reason,
      changes: certificateEvent.changes,
    })
    .from(certificateEvent)
    .where(eq(certificateEvent.certificateId, sql.placeholder('id')))
    .orderBy(asc(certificateEvent.effectiveOn), asc(certificateEvent.id))
    .prepare('certificate_history'),
)
