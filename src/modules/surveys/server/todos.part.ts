import { dayOf } from '#lib/dates.ts'
import { defineTodos } from '#modules/review/applying/server/todos.ts'
import { ownSurveys } from './answering.ts'

/** Surveys that the company or person is asked to fill in and has not handed in. */
defineTodos(async ctx =>
  (await ownSurveys(ctx))
    .filter(({ state, answerState, lateUntil }) => {
      const isLate = lateUntil !== null && lateUntil >= dayOf(ctx.now)
      return answerState !== 'in' && (state === 'open' || isLate)
    })
    .map(({ key, title, answerState, answerStateName, closesAt, lateUntil }) => ({
      key: `survey ${key}`,
      kindName: '问卷',
      title,
      number: null,
      statusName: answerStateName,
      actName: answerState === 'draft' ? '接着填写' : '填写问卷',
      route: `/admin/survey/${key}`,
      dueOn: lateUntil ?? (closesAt && dayOf(new Date(closesAt))),
      applicationId: null,
      duties: ['all', 'applications', 'people', 'finance'] as const,
    })),
)
