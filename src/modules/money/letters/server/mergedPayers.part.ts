import { eq } from 'drizzle-orm'
import { onOrganisationsMerged } from '#modules/members/merging/server/mergeListeners.ts'
import { paymentLetter } from './tables.ts'

onOrganisationsMerged(({ db }, { id, intoId }) =>
  db
    .update(paymentLetter)
    .set({ payerKey: `o${intoId}` })
    .where(eq(paymentLetter.payerKey, `o${id}`)),
)
