import { and, desc, eq } from 'drizzle-orm'
import { longDay } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Changes, contentChanges, contentOf } from '#modules/certificates/content.ts'
import { isHeldByPerson } from '#modules/certificates/holder.ts'
import { type Certificate, wordsOf } from '#modules/certificates/server/register.ts'
import { certificate, certificateEvent } from '#modules/certificates/server/tables.ts'
import { recordAct } from './acts.ts'

type OfHolder = 'holderName' | 'organisationName' | 'creditCode' | 'provinceCode'
type Change = {
  /** The first day on which it counts, not before the last change and not after today. */
  effectiveOn: string
  reason: string
  changes: Partial<Pick<Certificate, OfHolder | 'levelCode' | 'levelName' | 'scope'>>
  /** Fields that are not printed on the certificate but reported with the change: `[before, after]`. */
  told?: Partial<Record<'address' | 'legalPerson', [string, string]>>
}

/**
 * The same certificate says something else from that day on; what it said before, its history keeps. Within the
 * caller's transaction; answers the row as it is now. Where nothing is different, nothing happens.
 */
export async function changeCertificate(
  ctx: Ctx,
  { id }: Pick<Certificate, 'id'>,
  { effectiveOn, reason, changes: given, told = {} }: Change,
): Promise<Certificate> {
  const [before] = await ctx.db.select().from(certificate).where(eq(certificate.id, id)).for('update')
  const after: Certificate = { ...before!, ...given }
  // An organisation is its own holder.
  if (!isHeldByPerson(before!)) after.holderName = after.organisationName
  const changes = { ...contentChanges(contentOf(before!), contentOf(after)), ...different(told) }
  if (Object.keys(changes).length === 0) return before!
  await refuseEarlier(ctx, before!, effectiveOn)
  await recordAct(ctx, before!, { kind: 'changed', effectiveOn, reason, changes })
  const { holderName, organisationName, creditCode, provinceCode, levelCode, levelName, scope } = after
  const [changed] = await ctx.db
    .update(certificate)
    .set({
      holderName,
      organisationName,
      creditCode,
      provinceCode,
      levelCode,
      levelName,
      scope,
      words: wordsOf(after),
    })
    .where(eq(certificate.id, id))
    .returning()
  return changed!
}

const different = (told: Changes): Changes =>
  Object.fromEntries(Object.entries(told).filter(([, [before, after]]) => before !== after))

/** Changes are undone from the last to the first: in the order in which they were made. */
async function refuseEarlier({ db }: Ctx, { id, issuedOn }: Certificate, effectiveOn: string): Promise<void> {
  if (effectiveOn < issuedOn) throw invalid('变更不能早于发证日期', { effectiveOn: '不能早于发证日期' })
  const [last] = await db
    .select({ effectiveOn: certificateEvent.effectiveOn })
    .from(certificateEvent)
    .where(and(eq(certificateEvent.certificateId, id), eq(certificateEvent.kind, 'changed')))
    .orderBy(desc(certificateEvent.effectiveOn))
    .limit(1)
  if (last && effectiveOn < last.effectiveOn)
    throw conflict(`这张证书在 ${longDay(last.effectiveOn)} 已有变更，新的变更不能早于那一天`)
}
