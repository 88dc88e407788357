import { desc, eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { defineFilePart } from '../../server/companyFile.ts'
import { movedOrganisation } from '../../server/tables.ts'

defineFilePart('mergedFrom', {
  title: '合并自',
  empty: '没有别的单位合并到它',
  order: 900,
  isRare: true,
  rows: async (ctx, organisationId, limit) => {
    const rows = await ctx.db
      .select()
      .from(movedOrganisation)
      .where(eq(movedOrganisation.toId, organisationId))
      .orderBy(desc(movedOrganisation.mergedAt))
      .limit(limit)
    return rows.map(({ id, name, creditCode, reason, mergedAt }) => ({
      key: id,
      title: name,
      text: `${creditCode}　${dayOf(mergedAt)} 合并，原编号 ${id}：${reason}`,
      route: `/staff/audit?objectType=organisation&objectId=${id}`,
    }))
  },
})
