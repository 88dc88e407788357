import { eq } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, invalidFields } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { lockKey } from '#modules/accounts/server/attempts.ts'
import { isOnRecord } from '#modules/accounts/server/companyRecords.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { mergeOwn } from '#modules/ownFields/server/ownFields.ts'
import { readPublicWordRule } from '#modules/settings/server/publicWords.ts'
import { refuseUnprovedClaim, registeredCreditCode } from '../claiming/server/claims.ts'
import { lockCompany } from '../claiming/server/companyClaim.ts'
import { profilePrefill, withoutRepeatedFaults, withPrefill } from '../claiming/server/profilePrefill.ts'
import type { membersContract } from '../contract.ts'
import { idNumberFault, plainIdNumber } from '../personForm.ts'
import { namelessContacts, saveContacts } from './contacts.ts'
import { creditCodeTaken, enterOrganisation, organisationForm, showLogo } from './organisations.ts'
import { type Account, isComplete, ownAccount, type Profile } from './own.ts'
import { enterPerson, personForm } from './persons.ts'
import { organisation, person } from './tables.ts'

type Endpoint = (typeof membersContract)['POST /member/complete']

export const completionHandlers = {
  'POST /member/complete': async (ctx, given) => {
    return inTransaction(ctx, async tx => {
      await lockClaimedCompany(tx)
      const { own, profile } = await ownAccount(tx, { lock: true })
      if (isComplete(own)) throw conflict('资料已经完善，可在本页修改')
      await refuseUnprovedClaim(tx, own)
      const values = await readProfileForm(tx, own, profile, given)
      const made =
        profile.kind === 'organisation' ? await makeOrganisation(tx, own, values) : await makePerson(tx, values)
      await tx.db.update(account).set(made).where(eq(account.id, own.id))
      await record(tx, {
        action: 'member.complete',
        objectType: profile.kind,
        objectId: made.organisationId ?? made.personId,
      })
      return { isComplete: true as const }
    })
  },
} satisfies Partial<Handlers<typeof membersContract>>

async function readProfileForm(
  ctx: Ctx,
  own: Account,
  { kind, fields }: Profile,
  { accountType, form }: Parsed<Endpoint>,
) {
  if (accountType && accountType !== kind)
    throw invalid('账号类型与注册时不同', { accountType: `本账号注册为${kind === 'person' ? '个人' : '单位'}账号` })
  const today = dayOf(ctx.now)
  const given = kind === 'organisation' ? withPrefill(await profilePrefill(ctx, own), form) : form
  const { values, errors } = readForm(fields, given, {
    whole: true,
    today,
    words: await readPublicWordRule(ctx),
    before: {},
  })
  const idFault = idNumberFault(values, today)
  if (idFault) errors.idNumber ??= idFault
  Object.assign(errors, { ...namelessContacts(values), ...errors })
  const said = registeredCreditCode(own)
  if (said && values.creditCode && values.creditCode !== said)
    errors.creditCode = `与注册时填写的不一致（${said}）；注册时填错的，请与协会联系`
  const told = kind === 'organisation' ? withoutRepeatedFaults(errors, form) : errors
  if (Object.keys(told).length > 0) throw invalidFields(told)
  return values
}

/** Locks the credit code before the account, in the same order as a claim does, to avoid a deadlock. */
async function lockClaimedCompany(ctx: Ctx) {
  const { own } = await ownAccount(ctx)
  const said = registeredCreditCode(own)
  if (said) await lockCompany(ctx, said)
}

type Made = { organisationId?: number; personId?: number; creditCode?: string; claimedCode?: null; displayName: string }

/** Creates an organisation. The lock on the credit code prevents duplicates under concurrent calls. */
async function makeOrganisation(ctx: Ctx, own: Account, values: FormValues): Promise<Made> {
  const of = organisationForm.rowOf(values)
  await lockCompany(ctx, of.creditCode)
  const [holder] = await ctx.db.select({ id: account.id }).from(account).where(eq(account.creditCode, of.creditCode))
  if (holder && holder.id !== own.id) throw creditCodeTaken()
  const [known] = await ctx.db
    .select({ id: organisation.id })
    .from(organisation)
    .where(eq(organisation.creditCode, of.creditCode))
  if (known) throw await alreadyKnown(ctx, eq(account.organisationId, known.id))
  // Certificates that name this code would come with it, too.
  if (own.companyProvedAt === null && (await isOnRecord(ctx, of.creditCode))) throw needsProof()
  if (of.logoId) await attachFiles(ctx, [of.logoId])
  const id = await enterOrganisation(ctx, { ...of, own: mergeOwn({}, values) })
  await showLogo(ctx, of.logoId)
  await saveContacts(ctx, { ...of, id }, values)
  return { organisationId: id, creditCode: of.creditCode, claimedCode: null, displayName: of.name }
}

async function makePerson(ctx: Ctx, values: FormValues): Promise<Made> {
  const idNumberHash = ctx.encryption.hash(plainIdNumber(String(values.idNumber)))
  await lockKey(ctx, `person ${idNumberHash}`)
  const [known] = await ctx.db.select({ id: person.id }).from(person).where(eq(person.idNumberHash, idNumberHash))
  if (known) throw await alreadyKnown(ctx, eq(account.personId, known.id))
  const of = { ...personForm(ctx).rowOf(values), own: mergeOwn({}, values) }
  return { personId: await enterPerson(ctx, of), displayName: String(values.name) }
}

/** Refuses an existing record: certificates and membership would come with it, and knowing the number is no proof. */
async function alreadyKnown({ db }: Ctx, owns: ReturnType<typeof eq>) {
  const [owner] = await db.select({ id: account.id }).from(account).where(owns)
  return owner
    ? conflict('该单位或个人已有账号：请用“找回密码”登录，原联系人已离职的请办理“联系人变更”（/admin/login/handover）')
    : needsProof()
}

const needsProof = () =>
  conflict(
    '协会名册中已有该单位或个人的资料：请凭会员编号或证书编号认领（/admin/user/membership?claim=1），不要重复登记；没有编号的请与协会联系',
  )
