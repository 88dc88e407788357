import { and, asc, eq, getTableColumns, lte, type SQL, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf, iso } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Ctx } from '#lib/server/context.ts'
import { limit } from '#lib/server/limit.ts'
import { prepared } from '#lib/server/prepared.ts'
import type { certificatesContract } from '../contract.ts'
import { changesOf } from '../correctionForm.ts'
import { eventNames, statusOn } from '../status.ts'
import { registerNames } from './kinds.ts'
import { numberKey } from './register.ts'
import { certificate, certificateEvent, certificateLookup } from './tables.ts'

type Endpoint = (typeof certificatesContract)['GET /cert/verify']

/** An inspector with a pile of certificates is not held up; a program that tries numbers is. */
const spend = limit('cert/verify', { max: 30, per: 10_000 })

export async function verify(ctx: Ctx, { number, token, on }: Parsed<Endpoint>): Promise<Output<Endpoint>> {
  const today = dayOf(ctx.now)
  if (on && on > today) throw invalid('只能核验今天或以前某一天的状态', { on: '不能晚于今天' })
  spend(ctx)
  const [found] = await (token
    ? withToken(ctx.db).execute({ token, now: ctx.now })
    : withNumber(ctx.db).execute({ key: numberKey(number!), now: ctx.now }))
  if (!found) return null
  const [events, chain] = await Promise.all([
    historyOf(ctx.db).execute({ id: found.id }),
    chainOf(ctx, found.id),
    ctx.db
      .insert(certificateLookup)
      .values({ certificateId: found.id, via: token ? 'qr' : 'number', askedFor: on, at: ctx.now }),
  ])
  const statusAt = (date: string) => {
    const { status, statusName } = statusOn(found, events, date)
    return { date, certStatus: status, certStatusName: statusName }
  }
  return {
    register: found.register,
    registerName: registerNames[found.register],
    certNo: found.number,
    holderName: found.holderName,
    orgName: found.organisationName,
    creditCode: found.creditCode,
    provinceName: provinceName(found.provinceCode),
    groupName: found.groupName,
    kindName: found.kindName,
    levelName: found.levelName,
    scope: found.scope,
    issuer: found.issuer,
    issueDate: found.issuedOn,
    validFrom: found.validFrom,
    validTo: found.validTo,
    today: statusAt(today),
    on: on ? statusAt(on) : null,
    history: events.map(({ kind, effectiveOn, reason, changes }) => ({
      event: kind,
      eventName: eventNames[kind],
      date: effectiveOn,
      reason,
      changes: changesOf(changes),
    })),
    ...chain,
    verifyUrl: `${ctx.config.publicUrl}/admin/verify?token=${found.token}`,
    checkedAt: iso(ctx.now),
  }
}

const { words: _, ...columns } = getTableColumns(certificate)

const withToken = prepared(db =>
  find(db, eq(certificate.token, sql.placeholder('token'))).prepare('certificate_by_token'),
)
const withNumber = prepared(db =>
  find(db, eq(certificate.numberKey, sql.placeholder('key'))).prepare('certificate_by_number'),
)
const find = (db: Ctx['db'], where: SQL) =>
  db
    .select(columns)
    .from(certificate)
    .where(and(where, lte(certificate.publishedAt, sql.placeholder('now'))))

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

async function chainOf(ctx: Ctx, id: number) {
  const [predecessors, successors] = await Promise.all([
    walk(ctx, id, sql`next.id = chain.replaces_id`),
    walk(ctx, id, sql`next.replaces_id = chain.id`),
  ])
  return { predecessors, successors }
}

/** Numbers along the chain of replacements; `step` says which way. The limit ends a circle that should not exist. */
async function walk({ db, now }: Ctx, id: number, step: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ number: string }>(sql`
    with recursive chain as (
      select id, replaces_id, number, published_at, 0 as step from certificate where id = ${id}
      union all
      select next.id, next.replaces_id, next.number, next.published_at, chain.step + 1
      from chain join certificate next on ${step} where chain.step < 20
    )
    select number from chain where step > 0 and published_at <= ${now} order by step`)
  return rows.map(row => row.number)
}
