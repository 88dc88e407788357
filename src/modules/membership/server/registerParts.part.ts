import { and, desc, eq, inArray, isNull, ne, or, type SQL } from 'drizzle-orm'
import { formatYuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { permissionCondition } from '#lib/server/api/permissionLimits.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { selectFees } from '#modules/membership/server/feeRows.ts'
import { creditCodeIn, defineRegisterPart, type RegisterQuery } from '#modules/review/server/registerParts.ts'
import { endedStatuses, memberStatusNames } from '../words.ts'
import { holderProvince, rowsOfMembers } from './memberRows.ts'
import { member, memberFee } from './tables.ts'

/** The applicant's own, and those of who has the credit code that the form says. */
function isOfApplicant(asked: RegisterQuery): SQL | undefined {
  const { organisationId, personId } = asked.application
  const code = creditCodeIn(asked)
  return or(
    organisationId === null ? undefined : eq(member.organisationId, organisationId),
    personId === null ? undefined : eq(member.personId, personId),
    code ? eq(organisation.creditCode, code) : undefined,
  )
}

const troubled: readonly string[] = [...endedStatuses, 'suspended', 'overdue']

defineRegisterPart({
  code: 'membership',
  order: 20,
  title: '会籍',
  none: '会籍',
  may: 'staff:members',
  read: async (ctx, asked, limit) => {
    const rows = await readMemberships(ctx, asked, limit)
    return rows.map(({ member: of, levelName }) => ({
      title: `${levelName}（${of.number}）`,
      about: [memberStatusNames[of.status], `${of.joinedOn} 入会`, of.endedOn && `${of.endedOn} 退出`, of.endReason]
        .filter(Boolean)
        .join(' · '),
      route: `/staff/members/${of.id}`,
      isBad: troubled.includes(of.status),
    }))
  },
})

async function readMemberships(ctx: Ctx, asked: RegisterQuery, limit: number) {
  const mine = isOfApplicant(asked)
  if (!mine) return []
  return rowsOfMembers(ctx)
    .where(and(mine, permissionCondition(ctx, 'staff:members', holderProvince)))
    .orderBy(desc(member.joinedOn))
    .limit(limit)
}

defineRegisterPart({
  code: 'debts',
  order: 30,
  title: '未缴会费',
  none: '未缴会费',
  may: 'staff:members',
  read: async (ctx, asked, limit) => {
    const members = await readMemberships(ctx, asked, limit)
    const ids = members.map(({ member: of }) => of.id)
    const rows = await selectFees(ctx)
      .where(
        and(
          inArray(memberFee.memberId, ids),
          inArray(receivable.state, ['due', 'refused']),
          // Excludes the fee of this application, which is shown with it.
          or(isNull(memberFee.applicationId), ne(memberFee.applicationId, asked.application.id)),
        ),
      )
      .orderBy(memberFee.year)
      .limit(limit)
    return rows.map(({ memberId, year, amount, dueOn }) => ({
      title: `${year} 年度会费 ${formatYuan(amount)} 元`,
      about: dueOn ? `应于 ${dueOn} 前缴纳` : '未缴',
      route: `/staff/members/${memberId}`,
      isBad: true,
    }))
  },
})
