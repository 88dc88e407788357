import { asc, desc, eq } from 'drizzle-orm'
import { awardKind, awardWinner } from '#modules/awards/server/tables.ts'
import { defineFilePart } from '#modules/members/server/companyFile.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { awardName } from '../winning.ts'
import { wonByOrganisation } from './publicWinners.ts'

defineFilePart('awards', {
  title: '获奖',
  empty: '没有登记的奖励',
  order: 35,
  rows: async (ctx, organisationId, limit) => {
    const [own] = await ctx.db.select().from(organisation).where(eq(organisation.id, organisationId))
    if (!own) return []
    const rows = await ctx.db
      .select({ of: awardWinner, kindName: awardKind.name })
      .from(awardWinner)
      .innerJoin(awardKind, eq(awardKind.id, awardWinner.kindId))
      .where(wonByOrganisation(own))
      .orderBy(desc(awardWinner.year), asc(awardWinner.sort), asc(awardWinner.id))
      .limit(limit)
    return rows.map(({ of, kindName }) => ({
      key: of.id,
      title: of.name,
      text: `${of.year} 年度${awardName({ kindName, ...of })}`,
      state: of.withdrawnOn ? { name: '已撤销', tone: 'bad' as const } : { name: '已授奖', tone: 'good' as const },
      route: `/staff/award-winners?key=${encodeURIComponent(of.name)}`,
    }))
  },
})
