import { and, desc, eq, gt } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { iso, longDay, minute } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import { bulkApply } from '#lib/server/api/bulkApply.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { actingAccount, type Ctx } from '#lib/server/api/context.ts'
import { refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { changesOf } from '#modules/certificates/content.ts'
import { certificateActed, notifyHolder } from '#modules/certificates/server/certificateMessages.ts'
import { type Certificate, recordEvent, refuseFuture } from '#modules/certificates/server/register.ts'
import { certificate, certificateEvent } from '#modules/certificates/server/tables.ts'
import { type CertificateEvent, eventNames, statusNames } from '#modules/certificates/status.ts'
import type { issuingContract } from '../contract.ts'
import { notifyCertificateChange } from './onCertificateChange.ts'
import { canDo } from './staffDetail.ts'

export const actsHandlers = {
  'POST /staff/certificate/act': performAct,
  'POST /staff/certificate/bulk': async (ctx, { ids, ...given }) => {
    // Said once, before anything is done.
    refuseFuture(ctx, given.effectiveOn)
    return bulkApply(ctx, ids, async id => {
      await performAct(ctx, { ...given, id })
      return `已${eventNames[given.action]}`
    })
  },
} satisfies Partial<Handlers<typeof issuingContract>>

type Act = (typeof issuingContract)['POST /staff/certificate/act']
/** `seen`: of one that somebody has looked at; of many nobody has. */
type ActRequest = Omit<Parsed<Act>, 'seen'> & { seen?: number }

/** Performs one act on a certificate; history, audit log and message to the holder share one transaction. */
function performAct(ctx: Ctx, given: ActRequest) {
  return inTransaction(ctx, async tx => {
    const of = await lockCertificate(tx, given)
    refuseUnlessOpen(of, given.action)
    await recordAct(tx, of, { kind: given.action, effectiveOn: given.effectiveOn, reason: given.reason })
    const values = { 日期: longDay(given.effectiveOn), 变动: eventNames[given.action], 原因: given.reason }
    await notifyHolder(tx, of, certificateActed, values)
    return { id: of.id, number: of.number }
  })
}

/** The row, until the transaction ends; who comes second is told who was first, and with what. */
export async function lockCertificate(ctx: Ctx, { id, seen }: { id: number; seen?: number }): Promise<Certificate> {
  const { db } = ctx
  const [found] = await db.select().from(certificate).where(eq(certificate.id, id)).for('update')
  if (!found) throw notFound('证书不存在')
  refuseOutside(ctx, 'staff:certificates', found.provinceCode)
  if (seen === undefined) return found
  const [since] = await db
    .select({ kind: certificateEvent.kind, at: certificateEvent.recordedAt, by: account.displayName })
    .from(certificateEvent)
    .leftJoin(account, eq(account.id, certificateEvent.actorId))
    .where(and(eq(certificateEvent.certificateId, id), gt(certificateEvent.id, seen)))
    .orderBy(desc(certificateEvent.id))
    .limit(1)
  if (since)
    throw conflict(
      `已由 ${since.by ?? '协会'} 于 ${minute(iso(since.at))} 记“${eventNames[since.kind]}”，请刷新后再办理`,
    )
  return found
}

const elsewhere: Partial<Record<Certificate['register'], string>> = {
  membership: '会员证书随会员身份变动，请在会员详情中办理',
  award: '获奖证书随获奖名单变动，请在“获奖名单”中更正或撤销奖励',
  appointment: '聘书随任职变动，请在“任职名册”中办理',
}

export function refuseUnlessOpen(of: Certificate, kind: ReturnType<typeof canDo>[number]): void {
  if (canDo(of).includes(kind)) return
  throw conflict(elsewhere[of.register] ?? `证书现为“${statusNames[of.status]}”，不能${eventNames[kind]}`)
}

type CertificateAct = {
  kind: Exclude<CertificateEvent['kind'], 'issued'>
  effectiveOn: string
  reason: string
  changes?: Record<string, [string, string]>
}

/** Into the history, and into the log; by nobody where a term has run out. */
export async function recordAct(
  ctx: Ctx,
  of: Pick<Certificate, 'id' | 'number'>,
  event: CertificateAct,
): Promise<void> {
  const actorId = actingAccount(ctx)
  await recordEvent(ctx, of.id, { ...event, actorId })
  const { kind, changes, ...detail } = event
  const words = (which: 'before' | 'after') =>
    changes && Object.fromEntries(changesOf(changes).map(change => [change.label, change[which]]))
  await record(ctx, {
    action: `certificate.${kind}`,
    objectType: 'certificate',
    objectId: of.id,
    objectName: of.number,
    detail,
    before: words('before'),
    after: words('after'),
  })
  await notifyCertificateChange(ctx, [of.id], kind)
}
