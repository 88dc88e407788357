import { and, eq } from 'drizzle-orm'
import type { FormValues } from '#lib/form/form.ts'
import { typedKeys } from '#lib/keys.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { organisationContact } from './tables.ts'

export type Contact = typeof organisationContact.$inferSelect
type Role = Contact['role']

/** In the order in which they are asked. */
export const roleNames: Record<Role, string> = { legal: '法定代表人', representative: '会员代表', liaison: '联系人' }
const roles = typedKeys(roleNames)

export async function contactsOf({ db }: Pick<Ctx, 'db'>, organisationId: number): Promise<Contact[]> {
  const rows = await db.select().from(organisationContact).where(eq(organisationContact.organisationId, organisationId))
  return roles.flatMap(role => rows.find(row => row.role === role) ?? [])
}

export const mobileOf = ({ sealer }: Pick<Ctx, 'sealer'>, { mobileSealed }: Contact) =>
  mobileSealed ? sealer.open(mobileSealed) : undefined

/** As the form has them: `liaisonName`, `liaisonMobile` … The legal person's name and title are the organisation's. */
export function contactValues(ctx: Pick<Ctx, 'sealer'>, contacts: readonly Contact[]): FormValues {
  return Object.fromEntries(
    contacts.flatMap(contact => {
      const { role, name, position, email } = contact
      const known = {
        ...(role === 'legal' ? {} : { Name: name, Position: position }),
        Mobile: mobileOf(ctx, contact),
        Email: email,
      }
      return Object.entries(known).flatMap(([part, value]) => (value ? [[`${role}${part}`, value]] : []))
    }),
  )
}

/** What a form names of them, over what is known; the mobile reaches the database sealed only. */
export async function keepContacts(
  ctx: Pick<Ctx, 'db' | 'now' | 'sealer'>,
  of: { id: number; legalPerson: string; legalTitle: string },
  values: FormValues,
): Promise<void> {
  const known = { ...contactValues(ctx, await contactsOf(ctx, of.id)), ...values }
  for (const role of roles) {
    const text = (part: string) => String(known[`${role}${part}`] ?? '')
    const name = role === 'legal' ? of.legalPerson : text('Name')
    if (!name) continue
    const mobile = text('Mobile')
    const row = {
      name,
      position: role === 'legal' ? of.legalTitle : text('Position'),
      email: text('Email'),
      mobileSealed: mobile ? ctx.sealer.seal(mobile) : null,
      mobileHash: mobile ? ctx.sealer.hash(mobile) : null,
      updatedAt: ctx.now,
    }
    await ctx.db
      .insert(organisationContact)
      .values({ ...row, organisationId: of.id, role })
      .onConflictDoUpdate({ target: [organisationContact.organisationId, organisationContact.role], set: row })
  }
}

/** Of one role, if it can be called. */
export async function findContact({ db }: Pick<Ctx, 'db'>, organisationId: number, role: Role) {
  const [found] = await db
    .select()
    .from(organisationContact)
    .where(and(eq(organisationContact.organisationId, organisationId), eq(organisationContact.role, role)))
  return found
}
