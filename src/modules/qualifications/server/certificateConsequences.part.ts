import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import { defineConsequences } from '#modules/certificates/issuing/server/consequences.ts'
import { person } from '#modules/members/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { nameOfState, openStates } from '#modules/review/workflow.ts'
import { applicationTypeNames } from '../applicationTypes.ts'
import { lossesIfCertificateEnded } from '../shortfalls/server/losses.ts'
import { qualificationCase } from './tables.ts'

// Warns of requirements that the holder's employer would no longer meet.
defineConsequences(async (ctx, { register, personId, number }) => {
  if (register !== 'personnel' || personId === null) return []
  const [holder] = await ctx.db.select({ employer: person.organisationId }).from(person).where(eq(person.id, personId))
  return holder?.employer ? lossesIfCertificateEnded(ctx, holder.employer, number) : []
})

// Lists applications that are based on this certificate.
defineConsequences(async ({ db }, { id, register }) => {
  if (register !== 'qualification') return []
  const rows = await db
    .select({ type: qualificationCase.type, number: application.number, state: application.state })
    .from(qualificationCase)
    .innerJoin(application, eq(application.id, qualificationCase.applicationId))
    .where(
      and(
        eq(qualificationCase.certificateId, id),
        inArray(application.state, openStates()),
        ne(application.state, 'draft'),
      ),
    )
    .orderBy(asc(application.id))
  return rows.map(
    ({ type, number, state }) => `${applicationTypeNames[type]}申请 ${number}（${nameOfState(state)}）以这张证书为依据`,
  )
})
