import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import { plainCreditCode } from '#lib/creditCode.ts'
import { conflict, invalid, isRefusal } from '#lib/error.ts'
import { maskEmail } from '#lib/mask.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import { notifyAccount } from './accountNotifications.ts'
import { countCodeRequest } from './codeCounts.ts'
import { checkCode, makeCode } from './codes.ts'
import { type CompanyContacts, contactsOfCompany } from './companyRecords.ts'
import type { Account } from './sessions.ts'
import { account, clerk } from './tables.ts'

/**
 * Carriers give a number that was closed to somebody else. So a code to the phone alone does not open what is a company's:
 * whoever resets the password also knows the credit code, and reads the mail that the association has on record.
 */

const purpose = { scene: 'companyMail', name: '重设单位账号的密码' }
/** Lifetime of a code by mail, in ms: mail may be delayed. */
const MAIL_CODE_LIFE_MS = 30 * 60_000

const LETTER = '凭加盖公章的变更函办理“联系人变更”（/admin/login/handover）'
const WHY_PROOF = `这个账号办理单位的事务，手机号停用后可能已归他人，所以还须核对统一社会信用代码和单位邮箱收到的验证码。不能收邮件的，请${LETTER}`
const NO_MAIL = `单位没有登记邮箱，不能只凭短信重设密码。请${LETTER}；是经办人的，也可以请单位先结束您的经办`

type Given = { creditCode: string; mailCode: string }
/** The company that was proved, and the mail code to be spent. There is no proof if the account has no company. */
export type CompanyProof = { company: Account; contacts: CompanyContacts; mailCode: number | undefined }

/**
 * Checks what the holder of the phone must prove besides, before a password reset: credit code and mail code of the
 * company. Throws with all faults at once.
 */
export async function proveCompany(ctx: Ctx, own: Account, given: Given): Promise<CompanyProof | undefined> {
  const companies = await companiesOf(ctx, own)
  if (companies.length === 0) return
  if (own.kind === 'organisation') {
    const contacts = await contactsOfCompany(ctx, own)
    if (contacts.hasLetter) return { company: own, contacts, mailCode: undefined }
  }
  const code = plainCreditCode(given.creditCode)
  const company = code ? companies.find(of => (of.creditCode ?? of.claimedCode) === code) : undefined
  if (!company) {
    const fault = code ? '与单位登记的统一社会信用代码不一致' : '请填写单位的统一社会信用代码'
    throw invalid(WHY_PROOF, {
      creditCode: fault,
      ...(!given.mailCode && { mailCode: '信用代码核对后发到单位登记的邮箱' }),
    })
  }
  const contacts = await contactsOfCompany(ctx, company)
  // A company without a completed profile has no data to protect.
  if (company.organisationId === null) return { company, contacts, mailCode: undefined }
  if (!contacts.email) throw conflict(NO_MAIL)
  const deed = '有人用贵单位账号登记的手机号申请重设密码'
  const proof = { purpose, email: contacts.email, mailCode: given.mailCode, why: WHY_PROOF, deed }
  return { company, contacts, mailCode: await checkMailCode(ctx, proof) }
}

async function companiesOf({ db }: Ctx, own: Account): Promise<Account[]> {
  if (own.kind === 'organisation') return [own]
  const rows = await db
    .select({ company: account })
    .from(clerk)
    .innerJoin(account, eq(account.id, clerk.companyId))
    .where(and(eq(clerk.accountId, own.id), isNotNull(clerk.acceptedAt), isNull(clerk.endedAt)))
  return rows.map(({ company }) => company)
}

type MailProof = {
  /** `name`: what the code is for, as the mail says it. Not among the purposes for which a visitor asks. */
  purpose: { scene: string; name: string }
  email: string
  /** As typed; empty: send the code. */
  mailCode: string
  /** Why a code by mail is wanted besides. */
  why: string
  /** Describes in the mail what was attempted, perhaps by somebody who does not belong to the company. */
  deed: string
}

/** A code to the mail that the association has on record of a company; refused with what to do, until it is typed. */
export async function checkMailCode(ctx: Ctx, { purpose, email, mailCode, why, deed }: MailProof): Promise<number> {
  if (!mailCode) {
    await inTransaction(ctx, async tx => {
      await countCodeRequest(tx, email)
      const code = await makeCode(tx, { purpose, phone: email }, MAIL_CODE_LIFE_MS)
      const text = `验证码 ${code}，用于${purpose.name}，30 分钟内有效。${deed}；不是贵单位所为的，请不要告诉任何人，并立即与协会联系。`
      await queue(tx, { channel: 'mail', to: email, subject: purpose.name, text, hasCode: true })
    })
    throw invalid(why, { mailCode: `验证码已发到单位登记的邮箱 ${maskEmail(email)}，请查收后填写` })
  }
  return checkCode(ctx, { purpose, phone: email, code: mailCode }, 'mailCode').catch(error => {
    throw isRefusal(error) && error.fields ? invalid(why, error.fields) : error
  })
}

/**
 * Notifies everybody else who represents the company: its contacts by SMS and mail, its clerks through their accounts.
 */
export async function notifyCompanyReset(ctx: Ctx, own: Account, { company, contacts }: CompanyProof): Promise<void> {
  const text = 'security.companyReset'
  const values = { 账号: own.userName, 单位: company.displayName }
  const phone = own.phoneSealed && ctx.encryption.decrypt(own.phoneSealed)
  const phones = [...new Set(contacts.phones)].filter(to => to !== phone)
  await notifyAccount(ctx, { text, values, own: { ...company, email: contacts.email }, phones, mail: true })
  const clerks = await ctx.db
    .select({ of: account })
    .from(clerk)
    .innerJoin(account, eq(account.id, clerk.accountId))
    .where(and(eq(clerk.companyId, company.id), isNull(clerk.endedAt), ne(account.id, own.id)))
  for (const { of } of clerks) await notifyAccount(ctx, { text, values, own: of })
}
