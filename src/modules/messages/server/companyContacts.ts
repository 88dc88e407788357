import type { Ctx } from '#lib/server/api/context.ts'
import { hook } from '#lib/server/hook.ts'

/** A company, with the contact by whom it is reached where its account has no number or address, or where it has no account. */
export type CompanyContact = {
  organisationId: number
  name: string
  /** Name of the contact; empty: none on record. */
  addressee: string
  mobileSealed: string | null
  mobileHash: string | null
  email: string | null
  address: string
  postcode: string
  phone: string
}
type Read = (ctx: Pick<Ctx, 'db'>, organisationIds: readonly number[]) => Promise<CompanyContact[]>

const contacts = hook<Read>('contacts of companies')

/** The module that keeps companies reads their contacts; it answers every company, with a contact or without. */
export const defineCompanyContacts = contacts.define

export const companyContacts: Read = async (ctx, ids) =>
  ids.length === 0 ? [] : ((await contacts.find()?.(ctx, ids)) ?? [])

type ReadName = (ctx: Pick<Ctx, 'db'>, personId: number) => Promise<string>
const personNames = hook<ReadName>('names of persons')
/** The module that keeps persons reads their names. */
export const definePersonNames = personNames.define
export const personName: ReadName = (ctx, id) => personNames.get()(ctx, id)
