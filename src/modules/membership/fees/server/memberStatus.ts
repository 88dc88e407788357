import { sql } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { MEMBER_FEE } from '#modules/membership/feeWords.ts'
import { memberStatusNames } from '#modules/membership/words.ts'
import { notifyOverdue } from './feeMessages.ts'

/** Days after which an overdue fee changes the status from 待缴费 to 欠费 (more than a year). */
const OVERDUE_AFTER_DAYS = 365

type Status = 'active' | 'unpaid' | 'overdue'
type Changed = { id: number; number: string; before: Status; after: Status }

/**
 * The status of members follows their fees: a fee past its day makes 待缴费, one past it for more than a year 欠费, and
 * with all of them paid or waived it is 有效 again. A slip that was handed in counts until it is sent back. Losing the
 * membership after that is for the council to decide, not for the calendar; who has no fees here is left alone.
 */
export async function updateMemberStatus(ctx: Ctx, memberId?: number): Promise<void> {
  const today = dayOf(ctx.now)
  const { rows } = await ctx.db.execute<Changed>(sql`
    with standing as (
      select m.id, m.status "before", case
        when bool_or(r.state in ('due', 'refused') and r.due_on < ${addDays(today, -OVERDUE_AFTER_DAYS)}) then 'overdue'
        when bool_or(r.state in ('due', 'refused') and r.due_on < ${today}) then 'unpaid'
        else 'active' end "after"
      from member m join member_fee f on f.member_id = m.id
        join receivable r on r.kind = ${MEMBER_FEE} and r.payable_id = f.id and r.due_on is not null and r.state <> 'cancelled'
      where m.status in ('active', 'unpaid', 'overdue') and ${memberId === undefined ? sql`true` : sql`m.id = ${memberId}`}
      group by m.id)
    update member set status = standing."after", updated_at = ${ctx.now.toISOString()}
    from standing where member.id = standing.id and member.status = standing."before" and "before" <> "after"
    returning member.id, member.number, "before", "after"`)
  for (const { id, number, before, after } of rows) {
    await recordChange(ctx, {
      action: 'member.followFees',
      objectType: 'member',
      objectId: id,
      objectName: number,
      before: { status: memberStatusNames[before] },
      after: { status: memberStatusNames[after] },
    })
    if (after !== 'active') await notifyOverdue(ctx, { id, number, statusName: memberStatusNames[after] })
  }
}

/** Updates member statuses every night for due dates that have passed. */
export const updateMemberStatuses = (ctx: Ctx): Promise<void> => inTransaction(ctx, tx => updateMemberStatus(tx))
