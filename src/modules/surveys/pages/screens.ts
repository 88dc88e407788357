import type { MemberEntry, Screen, StaffEntry } from '#layouts/screen.ts'

const permission = 'staff:surveys' as const

/** Route data of this module's screens; the navigation reads them without loading a screen. */
export const mySurveys: MemberEntry = { name: '问卷', to: '/admin/user/surveys' }
export const staffSurveys: StaffEntry = {
  name: '问卷',
  to: '/staff/surveys',
  icon: 'survey',
  permission,
  acts: [{ name: '新建问卷', to: '/staff/surveys?new=1' }],
}
export const staffSurvey: Screen = { name: '问卷', permission, record: 'survey' }
export const staffSurveyRoll: Screen = { name: '名单', permission }
export const staffSurveyAnswers: Screen = { name: '答卷', permission }
export const staffSurveyAnswer: Screen = { name: '答卷', permission }
export const staffSurveyResults: Screen = { name: '结果', permission }
export const staffSurveyComments: Screen = { name: '意见汇总', permission }
export const staffSurveyTemplates: Screen = { name: '问卷模板', permission }
export const staffSurveyEnter: Screen = { name: '代填答卷', permission }
