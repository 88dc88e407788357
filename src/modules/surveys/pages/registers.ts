import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { answerFilters, respondentFilters, surveyFilters } from '../surveyFilters.ts'

export const surveys = registerScreen(surveyFilters, {
  name: '问卷',
  register: 'survey',
  path: '/staff/surveys',
  list: (api, asked, page) => api('GET /staff/survey/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/survey/export', given),
})

/** The list of one survey: its number is part of the screen's address. */
export const rollOf = (surveyId: number) =>
  registerScreen(respondentFilters, {
    name: '问卷名单',
    register: 'surveyRespondent',
    path: `/staff/surveys/${surveyId}/roll`,
    opens: 'nothing',
    list: (api, asked, page) => api('GET /staff/survey/roll', { ...asked, ...page, surveyId }),
    save: given => saveFile('GET /staff/survey/rollExport', { ...given, surveyId }),
  })

export const answersOf = (surveyId: number) =>
  registerScreen(answerFilters, {
    name: '答卷',
    register: 'surveyAnswer',
    path: `/staff/surveys/${surveyId}/answers`,
    list: (api, asked, page) => api('GET /staff/survey/answers', { ...asked, ...page, surveyId }),
    save: given => saveFile('GET /staff/survey/answersExport', { ...given, surveyId }),
  })
