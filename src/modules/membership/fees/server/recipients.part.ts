import { and, eq, inArray, sql } from 'drizzle-orm'
import { account } from '#modules/accounts/server/tables.ts'
import { defineRecipients } from '#modules/messages/server/recipients.ts'
import { member, memberFee } from '../../server/tables.ts'
import { joined, matchingFees } from './feeQueries.ts'

/** Recipients: accounts of the members whose fees are selected. */
defineRecipients('fee', {
  permission: 'staff:finance',
  unit: '笔会费的会员',
  companies: (ctx, ids) => sql`select ${member.organisationId} from ${joined}
    where ${and(inArray(memberFee.id, ids), matchingFees(ctx, {}, 'staff:finance'))}`,
  accounts: (ctx, ids) => {
    const chosen = and(inArray(memberFee.id, ids), matchingFees(ctx, {}, 'staff:finance'))
    return sql`select ${account.id} from ${account} where ${eq(account.status, 'active')} and (
      ${account.organisationId} in (select ${member.organisationId} from ${joined} where ${chosen})
      or ${account.personId} in (select ${member.personId} from ${joined} where ${chosen}))`
  },
})
