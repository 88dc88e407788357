import { and, eq, inArray, ne } from 'drizzle-orm'
import { onCertificateChange } from '#modules/certificates/issuing/server/onCertificateChange.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { isRemark } from '#modules/certificates/status.ts'
import { onStaffingChange } from '#modules/members/server/staffing.ts'
import { person } from '#modules/members/server/tables.ts'
import { updateShortfalls } from './shortfalls.ts'

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
