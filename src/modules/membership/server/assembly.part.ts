import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { account } from '#modules/accounts/server/tables.ts'
import { organisation, organisationContact, person } from '#modules/members/server/tables.ts'
import { defineAssembly } from '#modules/posts/server/seats.ts'
import { wasMemberOn } from './memberOn.ts'
import { member, memberEvent, memberLevel } from './tables.ts'

/** Suspended at the end of that day, by the acts of staff; who is suspended by none of them is so today. */
const wasSuspendedOn = (day: string) => sql`coalesce(
  (select ${memberEvent.kind} = 'suspend' from ${memberEvent}
    where ${memberEvent.memberId} = ${member.id} and ${memberEvent.kind} in ('suspend', 'resume')
      and ${memberEvent.effectiveOn} <= ${day} order by ${memberEvent.effectiveOn} desc, ${memberEvent.id} desc limit 1),
  ${member.status} = 'suspended' and not exists (select 1 from ${memberEvent}
    where ${memberEvent.memberId} = ${member.id} and ${memberEvent.kind} = 'suspend'))`

const contactName = (role: 'representative' | 'legal') => sql<string | null>`(
  select ${organisationContact.name} from ${organisationContact}
  where ${organisationContact.organisationId} = ${member.organisationId} and ${organisationContact.role} = ${role})`

/** The login of the member itself, or of who owns it since a handover. */
const accountOf = sql<number | null>`(
  select coalesce(${account.ownerId}, ${account.id}) from ${account}
  where (${account.organisationId} = ${member.organisationId} or ${account.personId} = ${member.personId})
    and ${account.status} = 'active' and ${account.kind} <> 'staff'
  order by (${account.kind} = ${member.kind}) desc, ${account.id} limit 1)`

/**
 * 会员大会: whoever is a member that day has a seat, with the votes of its level, unless it is suspended or owes its fee for
 * more than a year (欠费). What it owes and its level are known of today alone.
 */
defineAssembly(async ({ db }, day) => {
  const rows = await db
    .select({
      of: member,
      levelName: memberLevel.name,
      weight: memberLevel.votes,
      organisationName: organisation.name,
      legalPerson: organisation.legalPerson,
      representative: contactName('representative'),
      ownName: person.name,
      accountId: accountOf,
    })
    .from(member)
    .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
    .leftJoin(organisation, eq(organisation.id, member.organisationId))
    .leftJoin(person, eq(person.id, member.personId))
    .where(and(wasMemberOn(day), ne(member.status, 'overdue'), sql`not ${wasSuspendedOn(day)}`))
    .orderBy(asc(memberLevel.sort), asc(member.joinedOn), asc(member.id))
  return rows.map(row => ({
    key: row.of.organisationId === null ? `person:${row.of.personId}` : `organisation:${row.of.organisationId}`,
    name: row.organisationName ?? row.ownName ?? '',
    organisationId: row.of.organisationId,
    personName: row.ownName ?? (row.representative || row.legalPerson || ''),
    accountId: row.accountId,
    postName: row.levelName,
    weight: row.weight,
  }))
})
