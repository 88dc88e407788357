import { and, desc, eq, inArray, isNull, ne, or, type SQL } from 'drizzle-orm'
import { yuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { within } from '#lib/server/api/within.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { type Asked, creditCodeIn, defineRegisterPart } from '#modules/review/server/registerParts.ts'
import { holderProvince, rowsOfMembers } from '../register/server/staffMembers.ts'
import { endedStatuses, memberStatusNames } from '../words.ts'
import { member, memberFee } from './tables.ts'

/** The applicant's own, and those of who has the credit code that the form says. */
function isTheirs(asked: Asked): SQL | undefined {
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
  title: '会籍',
  none: '会籍',
  may: 'staff:members',
  read: async (ctx, asked, limit) => {
    const rows = await theirs(ctx, asked, limit)
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

async function theirs(ctx: Ctx, asked: Asked, limit: number) {
  const mine = isTheirs(asked)
  if (!mine) return []
  return rowsOfMembers(ctx)
    .where(and(mine, within(ctx, 'staff:members', holderProvince)))
    .orderBy(desc(member.joinedOn))
    .limit(limit)
}

defineRegisterPart({
  code: 'debts',
  title: '未缴会费',
  none: '未缴会费',
  may: 'staff:members',
  read: async (ctx, asked, limit) => {
    const members = await theirs(ctx, asked, limit)
    const ids = members.map(({ member: of }) => of.id)
    const rows = await ctx.db
      .select()
      .from(memberFee)
      .where(
        and(
          inArray(memberFee.memberId, ids),
          inArray(memberFee.state, ['due', 'refused']),
          // Excludes the fee of this application, which is shown with it.
          or(isNull(memberFee.applicationId), ne(memberFee.applicationId, asked.application.id)),
        ),
      )
      .orderBy(memberFee.year)
      .limit(limit)
    return rows.map(({ memberId, year, amount, dueOn }) => ({
      title: `${year} 年度会费 ${yuan(amount)} 元`,
      about: dueOn ? `应于 ${dueOn} 前缴纳` : '未缴',
      route: `/staff/members/${memberId}`,
      isBad: true,
    }))
  },
})
