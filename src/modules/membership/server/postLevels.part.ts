import { asc, eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import { definePostLevels } from '#modules/posts/server/levels.ts'
import { possibleActs } from '../register/memberActs.ts'
import { changeMember } from '../register/server/memberChanges.ts'
import { memberStatusNames } from '../words.ts'
import { member, memberLevel } from './tables.ts'

/** A post may bring a level of membership for organisations. */
definePostLevels({
  options: async ({ db }) => {
    const rows = await db
      .select({ code: memberLevel.code, name: memberLevel.name, retired: memberLevel.isRetired })
      .from(memberLevel)
      .where(eq(memberLevel.kind, 'organisation'))
      .orderBy(asc(memberLevel.sort), asc(memberLevel.code))
    return rows.map(({ code, name, retired }) => ({ code: String(code), name, ...(retired && { retired }) }))
  },
  change: async ({ db }, organisationId, levelCode) => {
    const [of] = await db
      .select({ member, name: memberLevel.name })
      .from(member)
      .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
      .where(eq(member.organisationId, organisationId))
    const [to] = await db.select({ name: memberLevel.name }).from(memberLevel).where(eq(memberLevel.code, levelCode))
    if (!of || !to || of.member.levelCode === levelCode || !possibleActs(of.member).includes('level')) return null
    return { from: of.name, to: to.name }
  },
  apply: async (tx, organisationId, levelCode, reason) => {
    const [of] = await tx.db.select().from(member).where(eq(member.organisationId, organisationId))
    if (!of) throw conflict('这家单位不是会员，不能变更会员级别')
    if (!possibleActs(of).includes('level')) throw conflict(`该会员现为“${memberStatusNames[of.status]}”，不能变更级别`)
    await changeMember(tx, { id: of.id, action: 'level', effectiveOn: dayOf(tx.now), reason, levelCode })
  },
})
