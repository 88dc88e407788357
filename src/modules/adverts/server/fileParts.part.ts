import { and, desc, eq, isNotNull, ne } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { defineFilePart } from '#modules/members/server/companyFile.ts'
import { statusNames, statusOf } from '../advertStatus.ts'
import { isPosition, positions } from '../positions.ts'
import { advert } from './tables.ts'

defineFilePart('adverts', {
  title: '广告',
  empty: '没有投放过广告',
  order: 70,
  rows: async ({ db, now }, organisationId, limit) => {
    const rows = await db
      .select()
      .from(advert)
      .where(and(eq(advert.organisationId, organisationId), ne(advert.status, 'draft'), isNotNull(advert.number)))
      .orderBy(desc(advert.startsOn), desc(advert.id))
      .limit(limit)
    return rows.map(of => {
      const status = statusOf(of, dayOf(now))
      const place = isPosition(of.position) ? positions[of.position].name : of.position
      return {
        key: of.id,
        title: of.title,
        text: `${place}　${of.startsOn} 至 ${of.endsOn}`,
        state: { name: statusNames[status], tone: status === 'running' ? 'good' : 'plain' },
        endsOn: of.status === 'approved' ? of.endsOn : null,
      }
    })
  },
})
