import { and, eq, inArray, sql } from 'drizzle-orm'
import { permissionCondition } from '#lib/server/api/permissionLimits.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { defineRecipients } from '#modules/messages/server/recipients.ts'
import { organisation, person } from '../tables.ts'

defineRecipients('organisation', {
  permission: 'staff:members',
  unit: '家单位',
  companies: (ctx, ids) => sql`select ${organisation.id} from ${organisation}
    where ${and(inArray(organisation.id, ids), permissionCondition(ctx, 'staff:members', organisation.provinceCode))}`,
  accounts: (ctx, ids) => sql`select ${account.id} from ${account}
    join ${organisation} on ${organisation.id} = ${account.organisationId}
    where ${and(eq(account.status, 'active'), inArray(organisation.id, ids), permissionCondition(ctx, 'staff:members', organisation.provinceCode))}`,
})

defineRecipients('person', {
  permission: 'staff:members',
  unit: '人',
  accounts: (ctx, ids) => sql`select ${account.id} from ${account}
    join ${person} on ${person.id} = ${account.personId}
    where ${and(eq(account.status, 'active'), inArray(person.id, ids), permissionCondition(ctx, 'staff:members', person.provinceCode))}`,
})
