import { asc, count, desc, eq, gte, max, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { changesOf } from '#modules/certificates/content.ts'
import { isHeldByPerson } from '#modules/certificates/holder.ts'
import { findKind } from '#modules/certificates/server/certificateCatalogue.ts'
import { certificate, certificateEvent, certificateLookup } from '#modules/certificates/server/tables.ts'
import { allowsEvent, endingActs, eventNames } from '#modules/certificates/status.ts'
import { acts, type issuingContract } from '../contract.ts'
import { consequencesOf } from './consequences.ts'
import { toStaffRow } from './staffLists.ts'

type Row = typeof certificate.$inferSelect

const MONTH = 30 * 86_400_000
const sourceNames = { issued: '由协会签发', legacy: '历史证书补录' }

export const staffDetailHandlers = {
  'GET /staff/certificate/detail': async (ctx, { id }) => {
    const [of] = await ctx.db.select().from(certificate).where(eq(certificate.id, id))
    if (!of) throw notFound('证书不存在')
    refuseOutside(ctx, 'staff:certificates', of.provinceCode)
    const [events, lookups, chain, place, ifOver] = await Promise.all([
      readEvents(ctx, id),
      countLookups(ctx, id),
      readChain(ctx, of),
      findKind(ctx, of.kindCode),
      canBeOver(of) ? consequencesOf(ctx, of) : [],
    ])
    return {
      ...toStaffRow(of, ctx),
      organisationId: of.organisationId,
      personId: of.personId,
      isPersonal: isHeldByPerson(of),
      creditCode: of.creditCode,
      provinceCode: of.provinceCode,
      levelCode: of.levelCode,
      scope: of.scope,
      issuer: of.issuer,
      sourceName: sourceNames[of.source],
      verifyUrl: `${ctx.config.publicUrl}/admin/verify?token=${of.token}`,
      seen: Math.max(0, ...events.map(event => event.id)),
      canDo: canDo(of),
      ifOver,
      levels: place?.kind.levels.map(({ code, name }) => ({ code, name })) ?? [],
      events,
      lookups,
      ...chain,
    }
  },
} satisfies Partial<Handlers<typeof issuingContract>>

/**
 * A membership's certificate goes with the membership: what is done, is done there; a mistake on it is put right here. An
 * award's goes with the list of winners, a letter of appointment with the appointment, which would say something else.
 */
export function canDo({ register, status }: Pick<Row, 'register' | 'status'>) {
  if (register === 'award' || register === 'appointment') return []
  if (register === 'membership') return ['corrected' as const]
  return [...acts, 'replaced' as const, 'corrected' as const].filter(kind => allowsEvent(status, kind))
}

const canBeOver = (of: Row) => endingActs.some(act => canDo(of).some(one => one === act))

/** Returns the id of the last event. Callers send it back to prove that they have seen the current history. */
export async function lastEventOf({ db }: Pick<Ctx, 'db'>, id: number): Promise<number> {
  const [last] = await db
    .select({ id: max(certificateEvent.id) })
    .from(certificateEvent)
    .where(eq(certificateEvent.certificateId, id))
  return last?.id ?? 0
}

async function readEvents({ db }: Ctx, id: number) {
  const rows = await db
    .select({ event: certificateEvent, actorName: account.displayName })
    .from(certificateEvent)
    .leftJoin(account, eq(account.id, certificateEvent.actorId))
    .where(eq(certificateEvent.certificateId, id))
    .orderBy(asc(certificateEvent.effectiveOn), asc(certificateEvent.id))
  return rows.map(({ event, actorName }) => ({
    id: event.id,
    kind: event.kind,
    kindName: eventNames[event.kind],
    effectiveOn: event.effectiveOn,
    reason: event.reason,
    changes: changesOf(event.changes),
    actorName: actorName ?? '',
    recordedAt: iso(event.recordedAt),
  }))
}

async function countLookups({ db, now }: Ctx, id: number) {
  const since = new Date(now.getTime() - MONTH)
  const [counted] = await db
    .select({ total: count(), last30d: sql<number>`count(*) filter (where ${gte(certificateLookup.at, since)})` })
    .from(certificateLookup)
    .where(eq(certificateLookup.certificateId, id))
  return counted!
}

async function readChain({ db }: Ctx, { id, replacesId }: Row) {
  const columns = { id: certificate.id, number: certificate.number }
  const [predecessors, successors] = await Promise.all([
    replacesId ? db.select(columns).from(certificate).where(eq(certificate.id, replacesId)) : [],
    db.select(columns).from(certificate).where(eq(certificate.replacesId, id)).orderBy(desc(certificate.id)),
  ])
  return { predecessor: predecessors[0] ?? null, successors }
}
