import { and, asc, eq, inArray } from 'drizzle-orm'
import { formatYuan } from '#lib/money.ts'
import { receivableStateNames } from '#modules/ledger/ledgerWords.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { selectFees } from '#modules/membership/server/feeRows.ts'
import { ownMember } from '#modules/membership/server/ownMember.ts'
import { memberFee } from '#modules/membership/server/tables.ts'
import { defineTodos } from '#modules/review/applying/server/todos.ts'

/** Fees of a member; the first one is a step of its application. */
defineTodos(async ctx => {
  const own = await ownMember(ctx)
  if (!own) return []
  const rows = await selectFees(ctx)
    .where(and(eq(memberFee.memberId, own.member.id), inArray(receivable.state, ['due', 'refused'])))
    .orderBy(asc(memberFee.year), asc(memberFee.id))
  return rows.map(({ id, year, amount, state, dueOn }) => ({
    key: `fee-${id}`,
    kindName: '会费',
    title: `${year} 年度会费 ${formatYuan(amount)} 元`,
    number: own.member.number,
    statusName: receivableStateNames[state],
    actName: '缴费',
    route: `/admin/user/membership?fee=${id}`,
    dueOn,
    applicationId: null,
    duties: ['finance'],
  }))
})
