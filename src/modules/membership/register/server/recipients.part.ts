import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { permissionCondition } from '#lib/server/api/permissionLimits.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { holderProvince, memberSources } from '#modules/membership/server/memberRows.ts'
import { member } from '#modules/membership/server/tables.ts'
import { defineRecipients } from '#modules/messages/server/recipients.ts'

const chosenMembers = (ctx: Ctx, ids: number[]) =>
  and(inArray(member.id, ids), permissionCondition(ctx, 'staff:members', holderProvince))

defineRecipients('member', {
  permission: 'staff:members',
  unit: '个会员',
  companies: (ctx, ids) => sql`select ${member.organisationId} from ${memberSources} where ${chosenMembers(ctx, ids)}`,
  accounts: (ctx, ids) => {
    const chosen = chosenMembers(ctx, ids)
    return sql`select ${account.id} from ${account} where ${eq(account.status, 'active')} and (
      ${account.organisationId} in (select ${member.organisationId} from ${memberSources} where ${chosen})
      or ${account.personId} in (select ${member.personId} from ${memberSources} where ${chosen}))`
  },
})
