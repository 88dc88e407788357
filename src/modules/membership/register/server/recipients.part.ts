import { and, eq, inArray, sql } from 'drizzle-orm'
import { permissionCondition } from '#lib/server/api/permissionLimits.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { holderProvince, memberSources } from '#modules/membership/server/memberRows.ts'
import { member } from '#modules/membership/server/tables.ts'
import { defineRecipients } from '#modules/messages/server/recipients.ts'

defineRecipients('member', {
  permission: 'staff:members',
  unit: '个会员',
  accounts: (ctx, ids) => {
    const chosen = and(inArray(member.id, ids), permissionCondition(ctx, 'staff:members', holderProvince))
    return sql`select ${account.id} from ${account} where ${eq(account.status, 'active')} and (
      ${account.organisationId} in (select ${member.organisationId} from ${memberSources} where ${chosen})
      or ${account.personId} in (select ${member.personId} from ${memberSources} where ${chosen}))`
  },
})
