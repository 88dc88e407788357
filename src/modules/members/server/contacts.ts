import { and, eq, inArray } from 'drizzle-orm'
import { type FieldErrors, type FormValues, withoutEmpty } from '#lib/form/form.ts'
import { typedKeys } from '#lib/keys.ts'
import { maskMobile } from '#lib/mask.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { encryptedIn } from '#lib/server/forms/formExceptions.ts'
import { contactName, contactParts } from '../organisationForm.ts'
import { organisationContact } from './tables.ts'

export type Contact = typeof organisationContact.$inferSelect
type Role = Contact['role']

/** In the order of the form. */
export const roleNames: Record<Role, string> = { legal: '法定代表人', representative: '会员代表', liaison: '联系人' }
const roles = typedKeys(roleNames)

export async function contactsOf({ db }: Pick<Ctx, 'db'>, organisationId: number): Promise<Contact[]> {
  const rows = await db.select().from(organisationContact).where(eq(organisationContact.organisationId, organisationId))
  return roles.flatMap(role => rows.find(row => row.role === role) ?? [])
}

export const mobileOf = ({ encryption }: Pick<Ctx, 'encryption'>, { mobileSealed }: Contact) =>
  mobileSealed ? encryption.decrypt(mobileSealed) : undefined

/** The contact persons of companies, by company. */
export async function readLiaisons({ db }: Pick<Ctx, 'db'>, organisationIds: number[]): Promise<Map<number, Contact>> {
  const rows = await db
    .select()
    .from(organisationContact)
    .where(and(inArray(organisationContact.organisationId, organisationIds), eq(organisationContact.role, 'liaison')))
  return new Map(rows.map(row => [row.organisationId, row]))
}

/** Columns of a register of companies: whom one calls, the mobile in part. */
export const contactColumns = <Of>(contactOf: (of: Of) => Contact | undefined) => ({
  liaisonName: { heading: '联系人', width: 12, value: (of: Of) => contactOf(of)?.name, nowrap: true },
  liaisonMobile: {
    heading: '联系人手机（部分）',
    width: 18,
    value: (of: Of, ctx: Ctx) => {
      const contact = contactOf(of)
      const mobile = contact && mobileOf(ctx, contact)
      return mobile && maskMobile(mobile)
    },
    nowrap: true,
  },
  liaisonEmail: { heading: '联系人邮箱', width: 28, value: (of: Of) => contactOf(of)?.email },
})

const parts = contactParts('')

const contactForm = ({ encryption }: Pick<Ctx, 'encryption'>) =>
  bindForm(parts, organisationContact, { mobile: encryptedIn(encryption, 'mobile') })

/** The form of the organisation asks these of a role: the legal person's name and title are the organisation's. */
const partsOfRole = (role: Role) =>
  parts.filter(({ name }) => role !== 'legal' || (name !== 'name' && name !== 'position'))

/** Roles of whose contact something is said, but no name. */
export const rolesWithoutName = (values: FormValues): Role[] =>
  roles.filter(role => {
    const name = role === 'legal' ? values.legalPerson : values[contactName(role, 'name')]
    return !name && partsOfRole(role).some(part => part.name !== 'name' && values[contactName(role, part.name)])
  })

/** Errors of a form that says something of a contact but not the name, without which nothing of it is kept. */
export const namelessContacts = (values: FormValues): FieldErrors =>
  Object.fromEntries(
    rolesWithoutName(values).map(role => [
      role === 'legal' ? 'legalPerson' : contactName(role, 'name'),
      namelessMessage(role),
    ]),
  )
export const namelessMessage = (role: Role) => `填了${roleNames[role]}的手机、邮箱或职务的，须填姓名`

/** Returns contacts as form values: `liaisonName`, `liaisonMobile` … */
export const contactValues = (ctx: Pick<Ctx, 'encryption'>, contacts: readonly Contact[]): FormValues =>
  Object.assign(
    {},
    ...contacts.map(contact => {
      const values = contactForm(ctx).valuesOf(contact)
      return withoutEmpty(
        Object.fromEntries(
          partsOfRole(contact.role).map(({ name }) => [contactName(contact.role, name), values[name]]),
        ),
      )
    }),
  )

/** Merges submitted contact fields into the stored ones; mobiles are stored encrypted only. */
export async function saveContacts(
  ctx: Pick<Ctx, 'db' | 'now' | 'encryption'>,
  of: { id: number; legalPerson: string; legalTitle: string },
  values: FormValues,
): Promise<void> {
  const known = { ...contactValues(ctx, await contactsOf(ctx, of.id)), ...values }
  for (const role of roles) {
    const said = partsOfRole(role).map(({ name }) => [name, known[contactName(role, name)] ?? null])
    const legal = role === 'legal' && { name: of.legalPerson, position: of.legalTitle }
    const row = { ...contactForm(ctx).rowOf({ ...Object.fromEntries(said), ...legal }), updatedAt: ctx.now }
    if (!row.name) continue
    await ctx.db
      .insert(organisationContact)
      .values({ ...row, organisationId: of.id, role })
      .onConflictDoUpdate({ target: [organisationContact.organisationId, organisationContact.role], set: row })
  }
}
