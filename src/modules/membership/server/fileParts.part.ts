import { desc, eq } from 'drizzle-orm'
import { formatYuan } from '#lib/money.ts'
import { receivableStateNames } from '#modules/ledger/ledgerWords.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { defineFilePart, type FileRow } from '#modules/members/server/companyFile.ts'
import { feeColumns, isOwed } from '#modules/membership/server/feeRows.ts'
import { memberStatusNames } from '../words.ts'
import { member, memberFee, memberLevel } from './tables.ts'

type Tone = NonNullable<FileRow['state']>['tone']

const tones: Partial<Record<keyof typeof memberStatusNames, Tone>> = {
  active: 'good',
  unpaid: 'warn',
  overdue: 'warn',
  suspended: 'warn',
  expelled: 'bad',
}

defineFilePart('membership', {
  title: '会员',
  empty: '不是会员',
  order: 10,
  rows: async ({ db }, organisationId) => {
    const rows = await db
      .select({ of: member, levelName: memberLevel.name })
      .from(member)
      .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
      .where(eq(member.organisationId, organisationId))
    return rows.map(({ of, levelName }) => ({
      key: of.id,
      title: `${levelName}（${of.number}）`,
      text: `${of.joinedOn} 入会，至 ${of.validTo ?? '长期'}`,
      state: { name: memberStatusNames[of.status], tone: tones[of.status] ?? 'plain' },
      route: `/staff/members/${of.id}`,
      // The certificate of a membership ends the same day, and stands in the calendar already.
      endsOn: of.certificateId === null && of.status === 'active' ? of.validTo : null,
    }))
  },
})

const feeTones: Record<keyof typeof receivableStateNames, Tone> = {
  due: 'warn',
  claimed: 'water',
  confirmed: 'good',
  refused: 'warn',
  waived: 'plain',
  cancelled: 'plain',
}

defineFilePart('fees', {
  title: '会费',
  empty: '没有会费记录',
  order: 60,
  rows: async ({ db }, organisationId, limit) => {
    const rows = await db
      .select({ of: feeColumns, levelName: memberLevel.name })
      .from(memberFee)
      .innerJoin(receivable, isOwed)
      .innerJoin(member, eq(member.id, memberFee.memberId))
      .innerJoin(memberLevel, eq(memberLevel.code, memberFee.levelCode))
      .where(eq(member.organisationId, organisationId))
      .orderBy(desc(memberFee.year), desc(memberFee.id))
      .limit(limit)
    return rows.map(({ of, levelName }) => ({
      key: of.id,
      title: `${of.year} 年度会费`,
      text: `${levelName}　${formatYuan(of.amount)} 元`,
      state: { name: receivableStateNames[of.state], tone: feeTones[of.state] },
    }))
  },
})
