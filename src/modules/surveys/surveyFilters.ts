import { choice, day, flag, number, type RegisterFilters, seldom, text } from '#lib/register/register.ts'
import { answerStateNames, audienceNames, identityNames, surveyStateNames } from './surveyWords.ts'

export const surveyFilters = {
  key: text('名称'),
  state: choice('状态', surveyStateNames),
  audience: seldom(choice('对象', audienceNames)),
  identity: seldom(choice('署名', identityNames)),
  closesFrom: seldom(day('截止从')),
  closesTo: seldom(day('截止至')),
} satisfies RegisterFilters

export const respondentFilters = {
  surveyId: number('问卷'),
  key: text('名称'),
  state: choice('填写', answerStateNames),
  late: seldom(flag('准许迟交')),
} satisfies RegisterFilters

export const answerFilters = {
  surveyId: number('问卷'),
  /** Words in any answer to a question of text. */
  key: text('单位、姓名或答案里的字'),
  /** Answers that chose an option: `q3=o2`, of a matrix `q4_o1=o3`. */
  picked: seldom(text('选了')),
  handedFrom: seldom(day('交卷从')),
  handedTo: seldom(day('交卷至')),
} satisfies RegisterFilters
