import { and, eq, lte } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { type CallWithKind, hindranceOf } from '#modules/awards/calls/server/openCalls.ts'
import { awardEntry } from '#modules/awards/server/tables.ts'
import { organisationValues } from '#modules/members/server/organisations.ts'
import { personValues } from '#modules/members/server/persons.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { saveDraft } from '#modules/review/applying/server/submissions.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { application } from '#modules/review/server/tables.ts'
import { entryKind } from './entryKind.ts'

type Whose = Pick<typeof account.$inferSelect, 'id' | 'kind' | 'organisationId' | 'personId'>

/** Locks and returns the applicant's account. Throws if its profile is not complete. */
async function lockApplicant(ctx: Ctx): Promise<Whose> {
  // Serialises a double click.
  const [own] = await ctx.db
    .select()
    .from(account)
    .where(eq(account.id, signedInActor(ctx).accountId))
    .for('update')
  if (own!.organisationId === null && own!.personId === null)
    throw conflict(own!.kind === 'organisation' ? '请先完善单位资料，再申报' : '请先完善个人资料，再申报')
  return own!
}

/** A new entry with what is known already; of two clicks the second goes on with the draft of the first. */
export async function beginEntry(ctx: Ctx, { call, kind }: CallWithKind): Promise<Application> {
  const whose = await lockApplicant(ctx)
  const hindrance = hindranceOf(ctx, call)
  if (hindrance) throw conflict(hindrance)
  const untouched = await untouchedDraft(ctx, whose.id, call.id)
  if (untouched) return untouched
  const { organisationId, personId } = whose
  const [entry] = await ctx.db
    .insert(awardEntry)
    .values({ callId: call.id, accountId: whose.id, organisationId, personId, createdAt: ctx.now, updatedAt: ctx.now })
    .returning({ id: awardEntry.id })
  const { id } = await saveDraft(ctx, entryKind, {}, { organisationId, personId, subjectId: entry!.id })
  await ctx.db.update(awardEntry).set({ applicationId: id }).where(eq(awardEntry.id, entry!.id))
  await ctx.db
    .update(application)
    .set({ title: `${call.year} 年度${kind.name}` })
    .where(eq(application.id, id))
  return saveDraft(ctx, entryKind, { id, form: await prefilledValues(ctx, whose) })
}

/** The greatest version of a draft in which nothing has been written but what it was begun with. */
const UNTOUCHED = 4

async function untouchedDraft({ db }: Ctx, accountId: number, callId: number): Promise<Application | undefined> {
  const [found] = await db
    .select({ of: application })
    .from(awardEntry)
    .innerJoin(application, eq(application.id, awardEntry.applicationId))
    .where(
      and(
        eq(awardEntry.accountId, accountId),
        eq(awardEntry.callId, callId),
        eq(awardEntry.name, ''),
        eq(application.state, 'draft'),
        lte(application.version, UNTOUCHED),
      ),
    )
  return found?.of
}

/** Returns form values known from the profile: the applicant and the contact. */
export async function prefilledValues(
  ctx: Ctx,
  { organisationId, personId }: Pick<Whose, 'organisationId' | 'personId'>,
) {
  if (organisationId !== null) {
    const values = await organisationValues(ctx, organisationId)
    return {
      organisations: [{ name: values.name ?? null, creditCode: values.creditCode ?? null }],
      ...withoutEmpty({ contactName: values.liaisonName, contactMobile: values.liaisonMobile }),
      ...withoutEmpty({ contactEmail: values.liaisonEmail }),
    } as FormValues
  }
  if (personId === null) return {}
  const values = await personValues(ctx, personId)
  const { name = null, jobTitle = null, position = null, mobile = null } = values
  const works = await employerOf(ctx, personId)
  return {
    persons: [{ name, title: jobTitle, position, organisation: works?.name ?? values.employer ?? null }],
    ...(works && { organisations: [{ name: works.name, creditCode: works.creditCode }] }),
    ...withoutEmpty({ contactName: name, contactMobile: mobile, contactEmail: values.email }),
  } as FormValues
}

const withoutEmpty = (values: Record<string, FormValues[string] | undefined>) =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])))

async function employerOf({ db }: Ctx, personId: number) {
  const [found] = await db
    .select({ name: organisation.name, creditCode: organisation.creditCode })
    .from(person)
    .innerJoin(organisation, eq(organisation.id, person.organisationId))
    .where(eq(person.id, personId))
  return found
}
