import type { Ctx } from '#lib/server/api/context.ts'
import type { Account } from './sessions.ts'

type ReadCtx = Pick<Ctx, 'db'>
type HasRecord = (ctx: ReadCtx, creditCode: string) => Promise<boolean>

const recordSources: HasRecord[] = []

/** A module that keeps records of companies says whether it has any of one. */
export const defineCompanyRecord = (knows: HasRecord) => {
  recordSources.push(knows)
}

/**
 * Returns true if any module has records of this company. Then its credit code, which is public, is not enough to take
 * over its account.
 */
export async function isOnRecord(ctx: ReadCtx, creditCode: string): Promise<boolean> {
  for (const knows of recordSources) if (await knows(ctx, creditCode)) return true
  return false
}

/** Contacts of a company on record. `hasLetter`: a stamped letter has just moved the account to its current phone. */
export type CompanyContacts = { email: string | null; phones: string[]; hasLetter: boolean }
type ReadContacts = (ctx: Ctx, company: Account) => Promise<CompanyContacts>

let readContacts: ReadContacts | undefined

/** The module that keeps the contacts of companies says who they are. */
export const defineCompanyContacts = (read: ReadContacts) => {
  readContacts = read
}

export function contactsOfCompany(ctx: Ctx, company: Account): Promise<CompanyContacts> {
  if (!readContacts) throw new Error('nobody knows the contacts of companies')
  return readContacts(ctx, company)
}

/** Returns true if the account is linked to the organisation, or has proved to represent it. */
export const isTheCompany = ({ organisationId, companyProvedAt }: Account) =>
  organisationId !== null || companyProvedAt !== null
