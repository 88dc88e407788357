import { iso } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { personFields } from '#modules/members/personForm.ts'
import { employmentsOf } from '#modules/members/server/employment.ts'
import { factsOf, splitMasked } from '#modules/members/server/organisationFile.ts'
import { versionOf } from '#modules/members/server/own.ts'
import { type Person, personValues } from '#modules/members/server/persons.ts'
import { readDemands } from '#modules/members/server/profileRules.ts'
import { lossesIfPersonLeft } from '#modules/qualifications/shortfalls/server/losses.ts'
import type { peopleContract } from '../peopleContract.ts'
import { editFields, jobFields } from '../peopleForm.ts'
import { trainingsOf } from './history.ts'
import { accountOf, ownerOf, ownPerson } from './ownPeople.ts'
import { toPersonRows } from './people.ts'
import { heldBy, readCertificates } from './peopleCertificates.ts'
import { studyOf } from './studyHours.ts'

export const personFileHandlers = {
  /** An employer sees somebody's time with itself only; where else somebody worked is the person's own to tell. */
  'GET /person/detail': async (ctx, { id }) => {
    const of = await ownPerson(ctx, id)
    const { organisationId } = await ownerOf(ctx)
    const [rows, values, accountId, certs, employments, study, trainings, ifLeft] = await Promise.all([
      toPersonRows(ctx, [of]),
      personValues(ctx, id),
      accountOf(ctx, id),
      readCertificates(ctx, heldBy(id)),
      employmentsOf(ctx, id, organisationId ?? undefined),
      studyOf(ctx, id),
      trainingsOf(ctx, id),
      organisationId === null ? [] : lossesIfPersonLeft(ctx, organisationId, id),
    ])
    const fields = organisationId === null ? [] : await fieldsFor(ctx, accountId, values)
    return {
      ...rows[0]!,
      version: versionOf(of),
      facts: factsOf(personFields, values),
      fields,
      ...splitMasked(fields, pick(values, fields)),
      hasAccount: accountId !== undefined,
      consent: consentOf(of),
      since: employments.find(({ toDay }) => toDay === null)?.fromDay ?? null,
      certs,
      employments: employments.map(({ organisationId: _, ...row }) => row),
      study,
      trainings,
      ifLeft,
    }
  },
} satisfies Partial<Handlers<typeof peopleContract>>

/** Date and text version of the person's consent to be public. */
export const consentOf = ({ publicConsentAt: at, publicConsentVersion: version }: Person) =>
  at && { at: iso(at), version: version ?? '' }

/** Persons with an account edit their own data themselves, so the employer edits only the job fields. */
export async function fieldsFor(ctx: Pick<Ctx, 'db'>, accountId: number | undefined, values: FormValues) {
  const demands = await readDemands(ctx, 'person')
  return accountId === undefined ? editFields(demands, values) : jobFields(demands, values)
}

const pick = <Value>(values: Record<string, Value>, fields: readonly { name: string }[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields.some(field => field.name === name)))
