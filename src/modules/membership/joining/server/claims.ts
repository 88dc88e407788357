import { and, eq, ne, or } from 'drizzle-orm'
import { conflict, invalid } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { numberKey } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import type { Application, Effect, Entered } from '#modules/review/server/applicationKinds.ts'

type Holder = { organisationId: number | null; personId: number | null }

/** The number must be of this very organisation or person; which of the two is wrong, a stranger does not learn. */
export async function checkClaim(ctx: Ctx, { application, values }: { application: Application; values: FormValues }) {
  const holder = await findHolder(ctx, String(values.memberNumber))
  const accountId = application.accountId!
  if (!holder || !(await isHolder(ctx, accountId, holder)))
    throw invalid('编号与注册的单位或姓名不符', {
      memberNumber: '编号与注册的单位或姓名不符，请核对证书；仍不符请与协会联系',
    })
  if (await ownerOf(ctx, holder, accountId))
    throw invalid('该会员已有账号', { memberNumber: '该会员已有账号。请找回密码，或办理联系人变更' })
}

/** The account is the member's from now on, and everything in the register with it. */
export async function grantClaim(ctx: Ctx, { application, values }: Entered): Promise<Effect> {
  const holder = await findHolder(ctx, String(values.memberNumber))
  if (!holder) throw conflict('该编号已不在名册中')
  await lockHolder(ctx, holder)
  const accountId = application.accountId!
  if (await ownerOf(ctx, holder, accountId)) throw conflict('该会员已由另一账号认领')
  await ctx.db.update(account).set(holder).where(eq(account.id, accountId))
  return { say: '认领成功，会员资料与证书已归入本账号。' }
}

/** By the number of the member, or of any of its certificates. */
async function findHolder({ db }: Ctx, number: string): Promise<Holder | undefined> {
  const [byMember] = await db
    .select({ organisationId: member.organisationId, personId: member.personId })
    .from(member)
    .where(eq(member.number, number.normalize('NFKC').trim().toUpperCase()))
  if (byMember) return byMember
  const [byCertificate] = await db
    .select({ organisationId: certificate.organisationId, personId: certificate.personId })
    .from(certificate)
    .where(eq(certificate.numberKey, numberKey(number)))
  if (!byCertificate) return
  // A person's certificate names the employer too, and is the person's.
  return byCertificate.personId ? { ...byCertificate, organisationId: null } : byCertificate
}

async function isHolder({ db }: Ctx, accountId: number, { organisationId, personId }: Holder): Promise<boolean> {
  const [claimant] = await db.select().from(account).where(eq(account.id, accountId))
  const { kind, creditCode, displayName, phoneHash } = claimant!
  if (kind === 'organisation' && organisationId) {
    const [of] = await db
      .select({ id: organisation.id })
      .from(organisation)
      .where(
        and(
          eq(organisation.id, organisationId),
          or(eq(organisation.creditCode, creditCode ?? ''), eq(organisation.name, displayName)),
        ),
      )
    return of !== undefined
  }
  if (kind !== 'person' || !personId) return false
  const [of] = await db
    .select({ id: person.id })
    .from(person)
    .where(and(eq(person.id, personId), or(eq(person.name, displayName), eq(person.mobileHash, phoneHash ?? ''))))
  return of !== undefined
}

/** Another account that has it already. */
async function ownerOf({ db }: Ctx, { organisationId, personId }: Holder, accountId: number) {
  const owns = organisationId ? eq(account.organisationId, organisationId) : eq(account.personId, personId!)
  const [owner] = await db
    .select({ id: account.id })
    .from(account)
    .where(and(owns, ne(account.id, accountId)))
  return owner
}

const lockHolder = ({ db }: Ctx, { organisationId, personId }: Holder) =>
  organisationId
    ? db.select({ id: organisation.id }).from(organisation).where(eq(organisation.id, organisationId)).for('update')
    : db.select({ id: person.id }).from(person).where(eq(person.id, personId!)).for('update')
