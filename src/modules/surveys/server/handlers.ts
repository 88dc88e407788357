import type { Handlers } from '#lib/server/api/call.ts'
import type { surveyContract } from '../contract.ts'
import { enterSurvey, handIn, handInAnonymously, openSurveyPage, ownSurveys, saveDraft } from './answering.ts'
import { readPublished } from './publishing.ts'

export const surveyHandlers: Handlers<typeof surveyContract> = {
  'POST /survey/enter': enterSurvey,
  'POST /survey/open': openSurveyPage,
  'POST /survey/draft': saveDraft,
  'POST /survey/handIn': handIn,
  'POST /survey/anonymous': handInAnonymously,
  'GET /survey/results': readPublished,
  'GET /member/survey/list': async ctx => ({ list: await ownSurveys(ctx) }),
}
