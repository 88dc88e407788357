import { typedKeys } from '#lib/keys.ts'

export const surveyStateNames = { draft: '草稿', open: '进行中', closed: '已截止' } as const
export type SurveyState = keyof typeof surveyStateNames
export const surveyStates = typedKeys(surveyStateNames)

/** Who may answer: those on the list, or everybody who has the link. */
export const audienceNames = { roll: '名单上的单位和个人', everybody: '任何人，凭链接' } as const
export type Audience = keyof typeof audienceNames
export const audiences = typedKeys(audienceNames)

/**
 * What the association learns about who answered. `confidential`: the name is cut off an answer when it is handed in.
 * `anonymous`: only where everybody may answer; no account, address or time is ever stored with it.
 */
export const identityNames = { named: '记名', confidential: '保密', anonymous: '匿名' } as const
export type Identity = keyof typeof identityNames
export const identities = typedKeys(identityNames)

/** Promises on the page where the answer is given; each says only what the program keeps. */
export const identityPromises: Record<Identity, string> = {
  named: '记名：协会看得到这份答卷是谁的。',
  confidential:
    '保密：交卷时去掉单位和姓名，协会知道谁交了，不知道哪份是谁的；交卷后不能再改。草稿在交卷以前与您的名字一起保存，协会的工作人员看不到。请不要在答案里写明自己是谁。',
  anonymous:
    '匿名：不用登录，不保存账号、网络地址和交卷的时刻，只记日期；交卷后不能查看或修改。请不要在答案里写明自己是谁。',
}

export const answerStateNames = { none: '未填写', draft: '填写中', in: '已交' } as const
export type AnswerState = keyof typeof answerStateNames
export const answerStates = typedKeys(answerStateNames)

export const MAX_QUESTIONS = 100
export const MAX_OPTIONS = 50
export const MAX_ITEMS = 60
/** Respondents on the list of one survey: each is told in the transaction that opens it. */
export const MAX_RESPONDENTS = 5_000
/** Answers of one survey: results are counted from all of them while somebody waits. */
export const MAX_ANSWERS = 50_000
/** Months that answers are kept with names after the survey was closed, unless the association says otherwise. */
export const DEFAULT_KEPT_MONTHS = 24
