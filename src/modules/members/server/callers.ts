import { eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isMobile, landlineIn, plainMobile } from '#lib/form/phone.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { typedPersonName } from '#lib/typed.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { organisation, organisationContact, person } from './tables.ts'

type Reader = Pick<Ctx, 'db' | 'encryption'>

/** Whole names of people; companies are found by their words. */
const PERSON_NAME = /^[\p{Script=Han}·]{2,20}$/u

/**
 * Condition on `organisation`: the company of a caller, by the whole mobile of a contact or an account, by a landline
 * with or without its area code, or by the whole name of who acts for it. Undefined if the text is none of these.
 */
export function isCompanyOfCaller({ db, encryption }: Reader, typed: string): SQL | undefined {
  const ofContacts = (condition: SQL) => {
    const contacts = db.select({ id: organisationContact.organisationId }).from(organisationContact)
    return inArray(organisation.id, contacts.where(condition))
  }
  const mobile = plainMobile(typed)
  if (isMobile(mobile)) {
    const hash = encryption.hash(mobile)
    const accounts = db.select({ id: account.organisationId }).from(account).where(eq(account.phoneHash, hash))
    return or(
      eq(organisation.phone, mobile),
      ofContacts(eq(organisationContact.mobileHash, hash)),
      inArray(organisation.id, accounts),
    )
  }
  const landline = landlineIn(typed)
  if (landline) return or(isLine(organisation.phone, landline), isLine(organisation.fax, landline))
  const name = typedPersonName(typed)
  if (!PERSON_NAME.test(name)) return
  return or(eq(organisation.legalPerson, name), ofContacts(eq(organisationContact.name, name)))
}

/** The same line, whatever its extension; without an area code in any area. */
const isLine = (phone: PgColumn, { area = '0[0-9]{2,3}', line }: { area: string | undefined; line: string }) =>
  sql`${phone} ~ ${`^(${area}-)?${line}(-[0-9]+)?$`}`

/** Condition on `person`: by the whole mobile as registered, or by that of the person's account. */
export function hasMobile({ db, encryption }: Reader, mobile: string): SQL {
  const hash = encryption.hash(mobile)
  const accounts = db.select({ id: account.personId }).from(account).where(eq(account.phoneHash, hash))
  return or(eq(person.mobileHash, hash), inArray(person.id, accounts))!
}
