import { eq } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { holderOwnFields } from '#modules/ownFields/server/ownFields.ts'
import type { Kind } from '#modules/review/server/applicationKinds.ts'
import { askedContactFields, askedOrganisationFields, reviewedOrganisationFields } from '../organisationForm.ts'
import { personFields, reviewedPersonFields } from '../personForm.ts'
import { applyDemands } from '../profileRules.ts'
import { organisationAsking } from './dictionaries.ts'
import { lockOrganisation, organisationValues, updateOrganisation } from './organisations.ts'
import { lockPerson, personValues, updatePerson } from './persons.ts'
import { personProfileKind, profileKind } from './profileApplications.ts'
import { readDemands } from './profileRules.ts'

export type Account = typeof account.$inferSelect
export type Profile = {
  kind: 'organisation' | 'person'
  fields: readonly FormField[]
  /** Fields of the association's own that they fill in: part of `fields`. */
  ownFields: readonly FormField[]
  reviewed: readonly FormField[]
  change: Kind
}

async function profileOf(ctx: Ctx, kind: Profile['kind']): Promise<Profile> {
  const ownFields = await holderOwnFields(ctx, kind)
  if (kind === 'person') {
    const fields = applyDemands<FormField>(personFields, await readDemands(ctx, kind))
    return {
      kind,
      fields: [...fields, ...ownFields],
      ownFields,
      reviewed: reviewedPersonFields,
      change: personProfileKind,
    }
  }
  const asking = await organisationAsking(ctx)
  return {
    kind,
    fields: [...askedOrganisationFields(asking), ...ownFields, ...askedContactFields(asking)],
    ownFields,
    reviewed: reviewedOrganisationFields,
    change: profileKind,
  }
}

/** Returns the caller's account and kind of profile; `lock` prevents concurrent completion or linking. */
export async function ownAccount(ctx: Ctx, { lock = false } = {}): Promise<{ own: Account; profile: Profile }> {
  const asked = ctx.db
    .select()
    .from(account)
    .where(eq(account.id, signedInActor(ctx).accountId))
  const [own] = await (lock ? asked.for('update') : asked)
  return { own: own!, profile: await profileOf(ctx, own!.kind as Profile['kind']) }
}

export const isComplete = ({ organisationId, personId }: Account) => organisationId !== null || personId !== null

export async function ownValues(
  ctx: Ctx,
  { organisationId, personId }: Account,
  { ownFields }: Pick<Profile, 'ownFields'>,
): Promise<FormValues> {
  if (organisationId) return organisationValues(ctx, organisationId, ownFields)
  return personId ? personValues(ctx, personId, ownFields) : {}
}

/** The record, locked until the transaction ends. */
export async function lockOwn(ctx: Ctx, own: Account): Promise<{ updatedAt: Date }> {
  if (!isComplete(own)) throw conflict('请先完善单位或个人资料')
  return own.organisationId ? lockOrganisation(ctx, own.organisationId) : lockPerson(ctx, own.personId!)
}

export const saveOwn = (ctx: Ctx, { organisationId, personId }: Account, values: FormValues) =>
  organisationId ? updateOrganisation(ctx, organisationId, values) : updatePerson(ctx, personId!, values)

export const versionOf = ({ updatedAt }: { updatedAt: Date }) => updatedAt.getTime()
