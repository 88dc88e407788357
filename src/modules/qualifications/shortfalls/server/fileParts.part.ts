import { and, desc, eq, isNull } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import { defineFilePart } from '#modules/members/server/companyFile.ts'
import { sentenceOf, shortfallStage } from '#modules/qualifications/eligibility/server/lacks.ts'
import { shortfallStateNames } from '../../shortfallWords.ts'
import { readShortfalls } from './shortfallList.ts'
import { qualificationShortfall } from './tables.ts'

defineFilePart('shortfalls', {
  title: '条件预警',
  empty: '资质证书的条件没有预警',
  order: 25,
  rows: async (ctx, organisationId, limit) => {
    const today = dayOf(ctx.now)
    const rows = await readShortfalls(ctx)
      .where(and(eq(qualificationShortfall.organisationId, organisationId), isNull(qualificationShortfall.resolvedAt)))
      .orderBy(desc(qualificationShortfall.id))
      .limit(limit)
    return rows.map(({ shortfall, of }) => {
      const state = shortfallStage(shortfall, today)
      return {
        key: shortfall.id,
        title: [of.kindName, of.levelName].filter(Boolean).join(' '),
        text: `${of.number}　${sentenceOf(shortfall, today)}`,
        state: { name: shortfallStateNames[state], tone: state === 'short' ? ('bad' as const) : ('warn' as const) },
        route: `/staff/certificates/${of.id}`,
        endsOn: state === 'ahead' ? addDays(shortfall.lacksOn, -1) : null,
      }
    })
  },
})
