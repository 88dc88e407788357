import { eq, or, type SQL } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { advert } from './tables.ts'

export type Advert = typeof advert.$inferSelect

/** Adverts, each with whoever advertises. */
export const withAdvertiser = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({ advert, organisationName: organisation.name, personName: person.name })
    .from(advert)
    .leftJoin(organisation, eq(organisation.id, advert.organisationId))
    .leftJoin(person, eq(person.id, advert.personId))
    .$dynamic()

type Named = { organisationName: string | null; personName: string | null }
export const advertiserOf = ({ organisationName, personName }: Named) => organisationName ?? personName ?? '协会'

export type Advertiser = { accountId: number; organisationId: number | null; personId: number | null; name: string }

export async function callingAdvertiser(ctx: Ctx): Promise<Advertiser> {
  const [own] = await ctx.db
    .select({ account, organisationName: organisation.name, personName: person.name })
    .from(account)
    .leftJoin(organisation, eq(organisation.id, account.organisationId))
    .leftJoin(person, eq(person.id, account.personId))
    .where(eq(account.id, signedInActor(ctx).accountId))
  const { id, organisationId, personId, displayName } = own!.account
  return { accountId: id, organisationId, personId, name: own!.organisationName ?? own!.personName ?? displayName }
}

/** Refuses accounts that have not completed their profile. */
export function refuseIncompleteProfile({ organisationId, personId }: Advertiser): void {
  if (organisationId === null && personId === null) throw conflict('请先完善资料，再投放广告')
}

/** Condition for adverts of this account, or of the same organisation or person. */
export const isOwnAdvert = ({ accountId, organisationId, personId }: Advertiser): SQL =>
  or(
    eq(advert.accountId, accountId),
    organisationId === null ? undefined : eq(advert.organisationId, organisationId),
    personId === null ? undefined : eq(advert.personId, personId),
  )!
