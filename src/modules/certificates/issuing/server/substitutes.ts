import { sql } from 'drizzle-orm'
import { addDays, dayOf, longDay } from '#lib/dates.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { EXPIRING_DAYS } from '#modules/certificates/status.ts'
import { defineSubstitutes } from '#modules/messages/server/substitutes.ts'
import { isHeldBy } from './recipients.ts'

type Row = { accountId: number; numbers: string[]; first: string }

const MAX_NAMED_CERTIFICATES = 5

/** Fills the placeholders with the recipient's own certificates among those selected or ending soon. */
defineSubstitutes({
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
