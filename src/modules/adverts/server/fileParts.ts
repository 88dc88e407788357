import { and, desc, eq, notInArray } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { defineFilePart } from '#modules/members/server/companyFile.ts'
import { type Position, positions } from './positions.ts'
import { advert } from './tables.ts'

type Status = (typeof advert.$inferSelect)['status']

/** 广告状态, as staff read it. */
const statusNames: Record<Status, string> = {
  ...{ draft: '填写中', submitted: '待审核', returned: '已退回', unpaid: '待缴费', approved: '已通过' },
  ...{ withdrawn: '已撤回', rejected: '未通过', deleted: '已删除' },
}

defineFilePart('adverts', {
  ...{ title: '广告', empty: '没有投放过广告', sort: 70 },
  rows: async ({ db, now }, organisationId, limit) => {
    const rows = await db
      .select()
      .from(advert)
      .where(and(eq(advert.organisationId, organisationId), notInArray(advert.status, ['draft', 'deleted'])))
      .orderBy(desc(advert.startsOn), desc(advert.id))
      .limit(limit)
    const today = dayOf(now)
    return rows.map(of => {
      const runs = of.status === 'approved' && of.startsOn <= today && today <= of.endsOn
      const place = positions[of.position as Position]?.name ?? of.position
      return {
        ...{ key: of.id, title: of.title, text: `${place}　${of.startsOn} 至 ${of.endsOn}` },
        state: { name: runs ? '投放中' : statusNames[of.status], tone: runs ? 'good' : 'plain' },
        endsOn: of.status === 'approved' ? of.endsOn : null,
      }
    })
  },
})
