import { eq } from 'drizzle-orm'
import { conflict, forbidden } from '#lib/error.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'

/** Refuses accounts that have not stated yet who they are, and sends them to do that first. */
export async function ownOrganisation(ctx: Ctx): Promise<number> {
  const [own] = await ctx.db
    .select({ kind: account.kind, organisationId: account.organisationId })
    .from(account)
    .where(eq(account.id, signedInActor(ctx).accountId))
  if (own!.kind !== 'organisation') throw forbidden('单位能力评价由单位账号申请，请用单位账号登录')
  if (own!.organisationId === null) throw conflict('请先完善单位资料，再申请')
  return own!.organisationId
}

export async function organisationOf({ db }: Pick<Ctx, 'db'>, { organisationId }: Application) {
  const [found] = await db.select().from(organisation).where(eq(organisation.id, organisationId!))
  return found!
}
