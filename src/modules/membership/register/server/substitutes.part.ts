import { sql } from 'drizzle-orm'
import { longDay } from '#lib/dates.ts'
import { formatYuan } from '#lib/money.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { feesJoined } from '#modules/membership/server/feeRows.ts'
import { member, memberFee, memberLevel } from '#modules/membership/server/tables.ts'
import { defineSubstitutes } from '#modules/messages/server/substitutes.ts'

type Row = {
  accountId: number
  number: string
  level: string
  validTo: string | null
  due: string | null
}

/** Placeholders about a member for mailings. The amount is empty for members who owe nothing. */
defineSubstitutes({
  order: 10,
  samples: { 会员号: 'XH-D-32-0001', 级别: '会员单位', 会员有效期至: '2027年12月31日', 应缴会费: '2,000.00' },
  read: async ({ db }, accountIds) => {
    const { rows } = await db.execute<Row>(sql`
      select ${account.id} "accountId", ${member.number} "number", ${memberLevel.name} "level",
        ${member.validTo}::text "validTo", (
          select sum(${receivable.amount}) from ${feesJoined}
          where ${memberFee.memberId} = ${member.id} and ${receivable.state} in ('due', 'refused')) "due"
      from ${account}
      join ${member} on ${member.organisationId} = ${account.organisationId} or ${member.personId} = ${account.personId}
      join ${memberLevel} on ${memberLevel.code} = ${member.levelCode}
      where ${account.id} = any(${sql.param([...accountIds])}::int[])`)
    return new Map(
      rows.map(({ accountId, number, level, validTo, due }) => [
        accountId,
        {
          会员号: number,
          级别: level,
          会员有效期至: validTo ? longDay(validTo) : '长期',
          应缴会费: due ? formatYuan(Number(due)) : '',
        },
      ]),
    )
  },
})
