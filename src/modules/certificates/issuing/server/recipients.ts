import { and, eq, inArray, sql } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import { permissionCondition } from '#lib/server/api/permissionLimits.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { defineAudience } from '#modules/messages/server/audience.ts'
import { defineRecipients } from '#modules/messages/server/recipients.ts'

/** Matches a person's certificate to the person, not to the employer that it also names. */
export const isHeldBy = sql`(${certificate.personId} = ${account.personId}
  or ${certificate.personId} is null and ${certificate.organisationId} = ${account.organisationId})`

defineRecipients('certificate', {
  permission: 'staff:certificates',
  unit: '张证书的持证者',
  accounts: (ctx, ids) => {
    const chosen = and(
      inArray(certificate.id, ids),
      permissionCondition(ctx, 'staff:certificates', certificate.provinceCode),
    )
    return sql`select ${account.id} from ${account} where ${eq(account.status, 'active')} and (
      ${account.personId} in (select ${certificate.personId} from ${certificate} where ${chosen})
      or ${account.organisationId} in (select ${certificate.organisationId} from ${certificate}
        where ${certificate.personId} is null and ${chosen}))`
  },
})

const DEFAULT_DAYS_AHEAD = 60

defineAudience('expiring', {
  name: '证书即将到期的持证者',
  accounts: ({ now }, { days = DEFAULT_DAYS_AHEAD }) => {
    const today = dayOf(now)
    const soon = sql`${certificate.status} = 'valid' and ${certificate.validTo} between ${today} and ${addDays(today, days)}`
    return sql`select ${account.id} from ${account} where ${eq(account.status, 'active')} and (
      ${account.personId} in (select ${certificate.personId} from ${certificate} where ${soon})
      or ${account.organisationId} in (select ${certificate.organisationId} from ${certificate}
        where ${certificate.personId} is null and ${soon}))`
  },
  words: async (_ctx, { days = DEFAULT_DAYS_AHEAD }) => `证书在 ${days} 天内到期的持证者`,
  narrows: true,
})
