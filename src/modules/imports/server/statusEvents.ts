import { and, asc, inArray } from 'drizzle-orm'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'
import { certificate, certificateEvent } from '#modules/certificates/server/tables.ts'
import type { StoredStatus } from '#modules/certificates/status.ts'
import type { Decided } from './importKinds.ts'

/** Records the suspension, revocation, cancellation or replacement of imported certificates. */
export async function recordStatusEvents({ db, now }: Ctx, rows: Decided[], ids: number[]): Promise<void> {
  const ended = rows.flatMap(({ values }, i) => {
    const { status = 'valid', statusOn, statusReason = '' } = values
    const kind = status as Exclude<StoredStatus, 'valid'>
    if (status === 'valid') return []
    return {
      certificateId: ids[i]!,
      kind,
      effectiveOn: String(statusOn),
      reason: String(statusReason),
      recordedAt: now,
    }
  })
  if (ended.length === 0) return
  await db.insert(certificateEvent).values(ended)
  for (const [status, of] of Map.groupBy(ended, ({ kind }) => kind))
    await db
      .update(certificate)
      .set({ status })
      .where(
        inArray(
          certificate.id,
          of.map(({ certificateId }) => certificateId),
        ),
      )
}

/** Returns date and reason of the current status of each certificate that is not valid. */
export async function readStatusEvents({ db }: Ctx, of: Certificate[]): Promise<Map<number, FormValues>> {
  const ids = of.flatMap(({ id, status }) => (status === 'valid' ? [] : id))
  const { certificateId, effectiveOn, reason, kind, id } = certificateEvent
  const events = await db
    .select({ certificateId, statusOn: effectiveOn, statusReason: reason })
    .from(certificateEvent)
    .where(and(inArray(certificateId, ids), inArray(kind, ['suspended', 'revoked', 'cancelled', 'replaced'])))
    .orderBy(asc(effectiveOn), asc(id))
  return new Map(events.map(({ certificateId, ...told }) => [certificateId, told]))
}
