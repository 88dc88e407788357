import { and, asc, eq, gt, inArray, isNotNull, isNull, ne } from 'drizzle-orm'
import { onCertificateChange } from '#modules/certificates/issuing/server/onCertificateChange.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { isRemark } from '#modules/certificates/status.ts'
import { onStaffingChange } from '#modules/members/server/staffing.ts'
import { person } from '#modules/members/server/tables.ts'
import { type ShortfallCtx, updateShortfalls } from './shortfalls.ts'
import { qualificationShortfall } from './tables.ts'

/** An import of the people of more organisations than these is left to the job of the next night: each is locked. */
const MAX_ORGANISATIONS = 500

// A shortfall is not opened while a company enters its people one by one, nor right after staff issued or resumed a
// certificate; what is still missing then is found by the next day's job.
onStaffingChange(async (ctx, { lost, gained }) => {
  if (lost.length + gained.length > MAX_ORGANISATIONS) return
  await updateShortfalls(ctx, lost, { mayOpen: true, hasLost: true })
  await updateShortfalls(ctx, gained, { mayOpen: false })
})

onCertificateChange(async (ctx, ids, what) => {
  if (isRemark(what)) return
  const rows = await ctx.db
    .select({ register: certificate.register, own: certificate.organisationId, employer: person.organisationId })
    .from(certificate)
    .leftJoin(person, eq(person.id, certificate.personId))
    .where(and(inArray(certificate.id, [...ids]), ne(certificate.register, 'membership')))
  const concerned = rows.map(({ register, own, employer }) => (register === 'personnel' ? employer : own))
  const known = concerned.filter(id => id !== null)
  await updateShortfalls(ctx, known, { mayOpen: what !== 'issued' && what !== 'resumed' })
})

const BATCH_SIZE = 200

/** Nightly job: handles passed dates and changes that raised no event. */
export async function updateAllShortfalls(ctx: ShortfallCtx): Promise<void> {
  const { register, organisationId, personId, status } = certificate
  const isHeld = and(eq(register, 'qualification'), isNull(personId), eq(status, 'valid'))
  await updateInBatches(ctx, after =>
    ctx.db
      .selectDistinct({ id: organisationId })
      .from(certificate)
      .where(and(isHeld, isNotNull(organisationId), gt(organisationId, after)))
      .orderBy(asc(organisationId))
      .limit(BATCH_SIZE),
  )
  // Second pass for open shortfalls whose certificate is over.
  const { organisationId: whose, resolvedAt } = qualificationShortfall
  await updateInBatches(ctx, after =>
    ctx.db
      .selectDistinct({ id: whose })
      .from(qualificationShortfall)
      .where(and(isNull(resolvedAt), gt(whose, after)))
      .orderBy(asc(whose))
      .limit(BATCH_SIZE),
  )
}

async function updateInBatches(
  ctx: ShortfallCtx,
  next: (after: number) => Promise<{ id: number | null }[]>,
): Promise<void> {
  for (let after = 0; ; ) {
    const ids = (await next(after)).map(({ id }) => id!)
    if (ids.length === 0) return
    await updateShortfalls(ctx, ids, { mayOpen: true })
    after = ids.at(-1)!
  }
}
