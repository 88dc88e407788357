import { asc, count, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificate, certificateLookup } from '#modules/certificates/server/tables.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { contactsOf, mobileOf, roleNames } from '#modules/members/server/contacts.ts'
import { personTags } from '#modules/members/server/dictionaries.ts'
import { employmentsOf as readEmployments } from '#modules/members/server/employment.ts'
import { personValues } from '#modules/members/server/persons.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { isOwed } from '#modules/membership/server/feeRows.ts'
import { member, memberFee, memberLevel } from '#modules/membership/server/tables.ts'
import type { OwnValues } from '#modules/ownFields/ownFieldForm.ts'
import { readAnswers } from '#modules/ownFields/server/ownFields.ts'
import { studyOf } from '#modules/personnel/server/studyHours.ts'
import type { Subject } from './holdings.ts'

export async function organisationOf(ctx: Ctx, { organisationId }: Subject) {
  if (organisationId === null) return []
  const [found] = await ctx.db.select().from(organisation).where(eq(organisation.id, organisationId))
  // Tags are how colleagues sort their work, and say nothing that was given by the company; its account has a whole code.
  const { words: _, heading: __, tags: ___, typedCode: ____, own, ...row } = found!
  const contacts = await contactsOf(ctx, organisationId)
  return [
    {
      ...row,
      own: await ownOf(ctx, 'organisation', own),
      contacts: contacts.map(contact => ({
        role: roleNames[contact.role],
        name: contact.name,
        position: contact.position,
        mobile: mobileOf(ctx, contact),
        email: contact.email,
      })),
    },
  ]
}

/** Tags say something of the person, whoever put them there. */
export async function personOf(ctx: Ctx, { personId }: Subject) {
  if (personId === null) return []
  const [of] = await ctx.db.select({ tags: person.tags, own: person.own }).from(person).where(eq(person.id, personId))
  const tagName = await personTags.names(ctx)
  const own = await ownOf(ctx, 'person', of!.own)
  return [{ ...(await personValues(ctx, personId)), own, tags: of!.tags.map(tagName).filter(Boolean) }]
}

const ownOf = async (ctx: Ctx, type: string, own: OwnValues) =>
  (await readAnswers(ctx, type, own)).map(({ label, text }) => `${label}：${text}`)

export const employmentsOf = async (ctx: Ctx, { personId }: Subject) =>
  personId === null
    ? []
    : (await readEmployments(ctx, personId)).map(({ organisationName, fromDay, toDay, reason }) => ({
        organisationName,
        fromDay,
        toDay,
        reason,
      }))

export const studiesOf = async (ctx: Ctx, { personId }: Subject) =>
  personId === null
    ? []
    : (await studyOf(ctx, personId)).map(({ title, hours, earnedOn }) => ({ title, hours, earnedOn }))

/** Condition on records of the account's organisation or person; false for an account with neither. */
type Owned = { organisationId: typeof member.organisationId; personId: typeof member.personId }
export const isOf = (columns: Owned, { organisationId, personId }: Subject): SQL =>
  or(
    organisationId === null ? sql`false` : eq(columns.organisationId, organisationId),
    personId === null ? sql`false` : eq(columns.personId, personId),
  )!

export async function membershipOf(ctx: Ctx, own: Subject) {
  const { db } = ctx
  const rows = await db
    .select({ row: member, level: memberLevel.name })
    .from(member)
    .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
    .where(isOf(member, own))
  return Promise.all(
    rows.map(
      async ({ row: { id, number, status, joinedOn, validTo, feePaidYear, isPublic, own: answers }, level }) => ({
        number,
        level,
        status,
        joinedOn,
        validTo,
        feePaidYear,
        isPublic,
        own: await ownOf(ctx, 'member', answers),
        fees: await db
          .select({
            year: memberFee.year,
            amount: receivable.amount,
            state: receivable.state,
            paidOn: receivable.paidOn,
          })
          .from(memberFee)
          .innerJoin(receivable, isOwed)
          .where(eq(memberFee.memberId, id))
          .orderBy(asc(memberFee.year)),
      }),
    ),
  )
}

export async function certificatesOf({ db }: Ctx, own: Subject) {
  const rows = await db.select().from(certificate).where(isHeldBy(own)).orderBy(asc(certificate.id))
  return rows.map(({ number, holderName, kindName, levelName, scope, issuedOn, validFrom, validTo, status }) => ({
    number,
    holderName,
    kindName,
    levelName,
    scope,
    issuedOn,
    validFrom,
    validTo,
    status,
  }))
}

/** An organisation's account sees the organisation's certificates, not those of its employees. */
const isHeldBy = ({ organisationId, personId }: Subject): SQL =>
  personId !== null
    ? eq(certificate.personId, personId)
    : organisationId === null
      ? sql`false`
      : sql`${certificate.organisationId} = ${organisationId} and ${certificate.personId} is null`

/** Look-ups of the certificates, counted per day, since there may be a great many. */
export async function lookupsOf({ db }: Ctx, own: Subject) {
  const day = sql<string>`to_char(${certificateLookup.at} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`
  const ids = db.select({ id: certificate.id }).from(certificate).where(isHeldBy(own))
  return db
    .select({ number: certificate.number, day, via: certificateLookup.via, times: count() })
    .from(certificateLookup)
    .innerJoin(certificate, eq(certificate.id, certificateLookup.certificateId))
    .where(inArray(certificateLookup.certificateId, ids))
    .groupBy(certificate.number, day, certificateLookup.via)
    .orderBy(asc(day), asc(certificate.number))
}
