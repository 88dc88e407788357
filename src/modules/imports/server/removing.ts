import { and, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificate, certificateEvent, certificateLookup } from '#modules/certificates/server/tables.ts'
import type { Obstacle, WrittenRow } from './importKinds.ts'
import { findReferences } from './references.ts'

/** Takes certificates out of the register to which nothing has happened since they were entered at that moment. */
export async function removeCertificates(ctx: Ctx, rows: WrittenRow[], writtenAt: Date): Promise<Obstacle[]> {
  const { db } = ctx
  const ids = rows.map(({ objectId }) => objectId)
  const present = await db
    .select({ id: certificate.id })
    .from(certificate)
    .where(inArray(certificate.id, ids))
    .for('update')
  const there = new Set(present.map(({ id }) => id))
  const { certificateId, recordedAt } = certificateEvent
  const later = await db
    .select({ id: certificateId })
    .from(certificateEvent)
    .where(and(inArray(certificateId, ids), sql`${recordedAt} <> ${writtenAt}`))
  const touched = new Set(later.map(({ id }) => id))
  const own = ['certificate_event', 'certificate_lookup']
  const used = await findReferences(ctx, certificate, ids, { own })
  const obstacles = rows.flatMap(({ row, objectId }) => {
    if (!there.has(objectId)) return { row, why: '证书已被删除' }
    if (touched.has(objectId)) return { row, why: '导入之后证书又有变动' }
    return used.has(objectId) ? { row, why: `已有${used.get(objectId)}与它关联` } : []
  })
  if (obstacles.length > 0) return obstacles
  await db.delete(certificateLookup).where(inArray(certificateLookup.certificateId, ids))
  await db.delete(certificateEvent).where(inArray(certificateId, ids))
  await db.delete(certificate).where(inArray(certificate.id, ids))
  return []
}
