import { and, eq, inArray, sql } from 'drizzle-orm'
import { addDays, dayOf, longDay } from '#lib/dates.ts'
import { permissionCondition } from '#lib/server/api/permissionLimits.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { EXPIRING_DAYS } from '#modules/certificates/status.ts'
import { defineAudience } from '#modules/messages/server/audience.ts'
import { defineRecipients } from '#modules/messages/server/recipients.ts'
import { defineSubstitutes } from '#modules/messages/server/substitutes.ts'

/** Matches a person's certificate to the person, not to the employer that it also names. */
const isHeldBy = sql`(${certificate.personId} = ${account.personId}
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
  order: 10,
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

type Row = { accountId: number; numbers: string[]; first: string }

const MAX_NAMED_CERTIFICATES = 5

/** Fills the placeholders with the recipient's own certificates among those selected or ending soon. */
defineSubstitutes({
  order: 20,
  samples: { 到期证书: 'EX01-A-2022-0012', 证书到期日: '2027年1月20日' },
  read: async ({ db, now }, accountIds, { register, ids, days = EXPIRING_DAYS }) => {
    const today = dayOf(now)
    const which =
      register === 'certificate' && ids
        ? sql`${certificate.id} = any(${sql.param(ids)}::int[])`
        : sql`${certificate.status} = 'valid' and ${certificate.validTo} between ${today} and ${addDays(today, days)}`
    const { rows } = await db.execute<Row>(sql`
      select ${account.id} "accountId",
        array_agg(${certificate.number} order by ${certificate.validTo}, ${certificate.id}) "numbers",
        min(${certificate.validTo})::text "first"
      from ${account} join ${certificate} on ${isHeldBy} and ${which}
      where ${account.id} = any(${sql.param([...accountIds])}::int[]) group by 1`)
    return new Map(
      rows.map(({ accountId, numbers, first }) => [
        accountId,
        {
          到期证书:
            numbers.slice(0, MAX_NAMED_CERTIFICATES).join('、') +
            (numbers.length > MAX_NAMED_CERTIFICATES ? `等 ${numbers.length} 张` : ''),
          证书到期日: first ? longDay(first) : '',
        },
      ]),
    )
  },
})
