import { and, desc, eq, ne } from 'drizzle-orm'
import { defineFilePart } from '#modules/members/server/companyFile.ts'
import { survey, surveyAnswer, surveyRespondent } from './tables.ts'

/** Surveys that the company was asked to fill in, and its named answers. */
defineFilePart('surveys', {
  title: '问卷',
  empty: '没有请这家单位填过问卷',
  order: 95,
  isRare: true,
  rows: async ({ db }, organisationId, limit) => {
    const rows = await db
      .select({ of: survey, respondent: surveyRespondent, answerId: surveyAnswer.id })
      .from(surveyRespondent)
      .innerJoin(survey, eq(survey.id, surveyRespondent.surveyId))
      .leftJoin(surveyAnswer, eq(surveyAnswer.respondentId, surveyRespondent.id))
      .where(and(eq(surveyRespondent.organisationId, organisationId), ne(survey.state, 'draft')))
      .orderBy(desc(surveyRespondent.id))
      .limit(limit)
    return rows.map(({ of, respondent: { id, answeredOn }, answerId }) => ({
      key: id,
      title: of.title,
      text: answeredOn ? `${answeredOn} 交卷` : '没有交',
      state: answeredOn ? { name: '已交', tone: 'good' as const } : { name: '未交', tone: 'plain' as const },
      route:
        answeredOn && answerId !== null ? `/staff/surveys/${of.id}/answers/${answerId}` : `/staff/surveys/${of.id}`,
    }))
  },
})
