import { and, eq, inArray, sql } from 'drizzle-orm'
import { account } from '#modules/accounts/server/tables.ts'
import { defineRecipients } from '#modules/messages/server/recipients.ts'
import { appointment } from './tables.ts'

/** Whoever holds a post is written to at their own login, else at that of their organisation. */
defineRecipients('appointment', {
  permission: 'staff:posts',
  unit: '项任职',
  companies: (_, ids) => sql`select ${appointment.organisationId} from ${appointment}
    where ${and(inArray(appointment.id, ids), sql`${appointment.organisationId} is not null`)}`,
  accounts: (_, ids) => sql`select ${account.id} from ${account} join ${appointment}
      on ${account.id} = ${appointment.accountId}
      or (${appointment.accountId} is null and ${account.organisationId} = ${appointment.organisationId})
    where ${and(inArray(appointment.id, ids), eq(account.status, 'active'))}`,
})
