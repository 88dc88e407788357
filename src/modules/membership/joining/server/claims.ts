import { and, eq, ne, or } from 'drizzle-orm'
import { conflict, invalid } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import { maskMobile } from '#lib/mask.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { typedCode } from '#lib/typed.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { numberKey } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { lostMessage } from '#modules/members/claiming/claiming.ts'
import {
  claimState,
  companyHolder,
  companyWith,
  registeredCreditCode,
} from '#modules/members/claiming/server/claims.ts'
import { notifyCompany } from '#modules/members/claiming/server/claimTexts.ts'
import { claimCompany } from '#modules/members/claiming/server/companyClaim.ts'
import { type Contact, contactsOf, mobileOf, roleNames } from '#modules/members/server/contacts.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import type { Application, Aside, Effect, Entered } from '#modules/review/server/applicationKinds.ts'

type Holder = { organisationId: number | null; personId: number | null }

/** The number must be of this very organisation or person; which of the two is wrong, a stranger does not learn. */
export async function checkClaim(ctx: Ctx, { application, values }: { application: Application; values: FormValues }) {
  const accountId = application.accountId!
  if (!values.memberNumber) return checkPending(ctx, accountId)
  const holder = await findHolder(ctx, String(values.memberNumber))
  if (!holder || !(await isHolder(ctx, accountId, holder)))
    throw invalid('编号与注册的单位或姓名不符', {
      memberNumber: '编号与注册的单位或姓名不符，请核对证书；仍不符请与协会联系',
    })
  if (await ownerOf(ctx, holder, accountId))
    throw invalid('该会员已有账号', { memberNumber: '该会员已有账号。请找回密码，或办理联系人变更' })
}

/** The account is the member's from now on, and everything in the register with it. */
export async function grantClaim(ctx: Ctx, { application, values }: Entered): Promise<Effect> {
  const accountId = application.accountId!
  const said = { say: '认领成功，会员资料与证书已归入本账号。' }
  const creditCode = await codeClaimed(ctx, accountId, values)
  if (creditCode) {
    await claimCompany(ctx, accountId, creditCode, 'letter')
    return said
  }
  const holder = await findHolder(ctx, String(values.memberNumber))
  if (!holder) throw conflict('该编号已不在名册中')
  await lockHolder(ctx, holder)
  if (await ownerOf(ctx, holder, accountId)) throw conflict('该会员已由另一账号认领')
  await ctx.db.update(account).set(holder).where(eq(account.id, accountId))
  return said
}

/**
 * Checks a claim without a number: it is for the company named at registration, unless another account has proved to be
 * it.
 */
async function checkPending(ctx: Ctx, accountId: number) {
  const state = await claimState(ctx, await accountWith(ctx, accountId))
  if (state === 'lost') throw invalid(lostMessage, { memberNumber: lostMessage })
  if (state === 'none') throw invalid('请填写编号', { memberNumber: '请填写会员编号或证书编号' })
}

/** The credit code of the company that is claimed; undefined for a person, or for what is of none. */
async function codeClaimed(ctx: Ctx, accountId: number, { memberNumber }: FormValues) {
  if (!memberNumber) return registeredCreditCode(await accountWith(ctx, accountId))
  const holder = await findHolder(ctx, String(memberNumber))
  if (!holder?.organisationId) return
  const [of] = await ctx.db.select().from(organisation).where(eq(organisation.id, holder.organisationId))
  return of!.creditCode
}

async function accountWith({ db }: Ctx, id: number) {
  const [found] = await db.select().from(account).where(eq(account.id, id))
  return found!
}

/** Notifies the current account of the company, so that it can object in time. */
export async function notifyCurrentAccount(ctx: Ctx, { application, values }: Entered): Promise<undefined> {
  const creditCode = await codeClaimed(ctx, application.accountId!, values)
  const company = creditCode && (await companyWith(ctx, creditCode))
  if (!company) return
  const { userName } = await accountWith(ctx, application.accountId!)
  await notifyCompany(ctx, company.id, 'asked', { 账号: userName, 单位: company.name })
}

/** Information for the reviewer: register data of the company and competing claims. */
export async function claimReviewInfo(ctx: Ctx, application: Application, values: FormValues): Promise<Aside[]> {
  const creditCode = await codeClaimed(ctx, application.accountId!, values)
  if (!creditCode) return []
  const company = await companyWith(ctx, creditCode)
  const contacts = company ? await contactsOf(ctx, company.id) : []
  const holder = await companyHolder(ctx, creditCode, application.accountId!)
  const others = await ctx.db.$count(
    account,
    and(eq(account.claimedCode, creditCode), ne(account.id, application.accountId!)),
  )
  const facts = [
    {
      label: '名册中',
      text: company ? `${company.name}（${provinceName(company.provinceCode)}）` : '只有证书，没有单位档案',
    },
    { label: '统一社会信用代码', text: creditCode },
    ...contacts.map(contact => ({ label: roleNames[contact.role], text: contactWords(ctx, contact) })),
    ...(others > 0
      ? [{ label: '其他账号', text: `另有 ${others} 个账号登记了这家单位，只能核实一个`, isBad: true }]
      : []),
    ...(holder ? [{ label: '已有账号', text: '这家单位已由另一账号认领，不能再通过', isBad: true }] : []),
  ]
  const link = company && { name: '查看单位档案', route: `/staff/organisations/${company.id}` }
  return [{ title: '对照名册核对认领函', facts, ...(link && { link }) }]
}

function contactWords(ctx: Ctx, contact: Contact): string {
  const mobile = mobileOf(ctx, contact)
  return `${contact.name}${mobile ? `，手机 ${maskMobile(mobile)}` : '，没有登记手机'}`
}

/** Finds the holder by member number or by the number of any certificate. */
async function findHolder({ db }: Ctx, number: string): Promise<Holder | undefined> {
  const [byMember] = await db
    .select({ organisationId: member.organisationId, personId: member.personId })
    .from(member)
    .where(eq(member.number, typedCode(number).toUpperCase()))
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
  const { kind, displayName, phoneHash } = claimant!
  if (kind === 'organisation' && organisationId) {
    const [of] = await db
      .select({ id: organisation.id })
      .from(organisation)
      .where(
        and(
          eq(organisation.id, organisationId),
          or(eq(organisation.creditCode, registeredCreditCode(claimant!) ?? ''), eq(organisation.name, displayName)),
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

/** Another account that already represents the holder. */
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
