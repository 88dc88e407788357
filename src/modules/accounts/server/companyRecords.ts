import type { Ctx } from '#lib/server/api/context.ts'
import { hook } from '#lib/server/hook.ts'
import type { Account } from './sessions.ts'

type ReadCtx = Pick<Ctx, 'db'>
type HasRecord = (ctx: ReadCtx, creditCode: string) => Promise<boolean>

const companyRecord = hook<HasRecord>('records of companies')

/** The module that keeps records of companies says whether there are any of one. */
export const defineCompanyRecord = companyRecord.define

/** With a company on record, its credit code, which is public, is not enough to take over its account. */
export const isOnRecord: HasRecord = (ctx, creditCode) => companyRecord.get()(ctx, creditCode)

/** Contacts of a company on record. `hasLetter`: a stamped letter has just moved the account to its current phone. */
export type CompanyContacts = { email: string | null; phones: string[]; hasLetter: boolean }
type ReadContacts = (ctx: Ctx, company: Account) => Promise<CompanyContacts>

const companyContacts = hook<ReadContacts>('contacts of companies')

/** The module that keeps the contacts of companies says who they are. */
export const defineCompanyContacts = companyContacts.define
export const contactsOfCompany: ReadContacts = (ctx, company) => companyContacts.get()(ctx, company)

/** Returns true if the account is linked to the organisation, or has proved to represent it. */
export const isTheCompany = ({ organisationId, companyProvedAt }: Account) =>
  organisationId !== null || companyProvedAt !== null
