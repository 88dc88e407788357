import { and, eq, type SQL, sql } from 'drizzle-orm'
import { conflict, notFound } from '#lib/error.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'

/** Condition on the persons that the caller may see: the organisation's people, or only the person themselves. */
export async function ownPeople(ctx: Pick<Ctx, 'db' | 'actor'>): Promise<SQL> {
  const { organisationId, personId } = await ownerOf(ctx)
  if (organisationId !== null) return eq(person.organisationId, organisationId)
  return personId === null ? sql`false` : eq(person.id, personId)
}

export async function ownerOf(ctx: Pick<Ctx, 'db' | 'actor'>) {
  const [own] = await ctx.db
    .select({ kind: account.kind, organisationId: account.organisationId, personId: account.personId })
    .from(account)
    .where(eq(account.id, signedInActor(ctx).accountId))
  return own!
}

/** Finds one of these persons; others are reported as not found. */
export async function ownPerson(ctx: Pick<Ctx, 'db' | 'actor'>, id: number, { lock = false } = {}) {
  const asked = ctx.db
    .select()
    .from(person)
    .where(and(eq(person.id, id), await ownPeople(ctx)))
  const [found] = await (lock ? asked.for('update') : asked)
  if (!found) throw notFound('没有这个人，或不是本单位的人员')
  return found
}

/** Returns the organisation for which the caller enters, takes over or releases people. */
export async function ownEmployer(ctx: Pick<Ctx, 'db' | 'actor'>) {
  const { kind, organisationId } = await ownerOf(ctx)
  if (kind === 'person') throw conflict('人员由单位账号登记；您本人的资料请在“资料”中修改')
  if (organisationId === null) throw conflict('请先完善单位资料，再登记人员')
  const [found] = await ctx.db.select().from(organisation).where(eq(organisation.id, organisationId))
  return found!
}

export async function accountOf({ db }: Pick<Ctx, 'db'>, personId: number): Promise<number | undefined> {
  const [found] = await db.select({ id: account.id }).from(account).where(eq(account.personId, personId))
  return found?.id
}
