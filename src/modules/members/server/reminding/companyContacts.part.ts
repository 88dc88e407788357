import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { defineCompanyContacts, definePersonNames } from '#modules/messages/server/companyContacts.ts'
import { organisation, organisationContact, person } from '../tables.ts'

/** Value of the first contact that has one: the liaison's before the representative's before the legal representative's. */
const firstOf = (column: SQL, where: SQL) => sql<string | null>`(
  select ${column} from ${organisationContact}
  where ${organisationContact.organisationId} = "organisation"."id" and ${where}
  order by array_position(array['liaison', 'representative', 'legal'], ${organisationContact.role}) limit 1)`

const hasMobile = sql`${organisationContact.mobileSealed} is not null`
const contactMail = firstOf(sql`${organisationContact.email}`, sql`${organisationContact.email} <> ''`)

defineCompanyContacts(({ db }, organisationIds) =>
  db
    .select({
      organisationId: organisation.id,
      name: organisation.name,
      addressee: sql<string>`coalesce(${firstOf(sql`${organisationContact.name}`, sql`true`)}, '')`,
      mobileSealed: firstOf(sql`${organisationContact.mobileSealed}`, hasMobile),
      mobileHash: firstOf(sql`${organisationContact.mobileHash}`, hasMobile),
      email: sql<string | null>`coalesce(${contactMail}, nullif(${organisation.email}, ''))`,
      address: organisation.address,
      postcode: organisation.postcode,
      phone: organisation.phone,
    })
    .from(organisation)
    .where(inArray(organisation.id, [...organisationIds]))
    .orderBy(asc(organisation.id)),
)

definePersonNames(async ({ db }, id) => {
  const [found] = await db.select({ name: person.name }).from(person).where(eq(person.id, id))
  return found?.name ?? ''
})
