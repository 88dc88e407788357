import { typedKeys } from '#lib/keys.ts'
/** `planned`: who and when. `recorded`: what was found, some of it perhaps to be put right. `closed`: all is verified. */
export const siteReviewStateNames = {
  planned: '已安排',
  recorded: '已评审',
  closed: '已关闭',
}
export type SiteReviewState = keyof typeof siteReviewStateNames
export const siteReviewStates = typedKeys(siteReviewStateNames)

export const conclusionNames = {
  recommended: '推荐',
  afterRectification: '整改后推荐',
  notRecommended: '不推荐',
}
export type Conclusion = keyof typeof conclusionNames
export const conclusions = typedKeys(conclusionNames)

export const findingResultNames = {
  conforms: '符合',
  mostlyConforms: '基本符合',
  fails: '不符合',
  notApplicable: '不适用',
}
export type FindingResult = keyof typeof findingResultNames
export const findingResults = typedKeys(findingResultNames)

/** Filter of site reviews: four states of the application, and "over" for all later ones. */
export const siteStageNames = {
  awaitingSite: '待安排',
  onSite: '已安排',
  rectifying: '整改中',
  verifying: '待验证',
  over: '已办结',
}
export type SiteStage = keyof typeof siteStageNames
export const siteStages = typedKeys(siteStageNames)

export const roleNames = { leader: '组长', member: '组员' } as const

export const correctionNames = { open: '待验证', accepted: '已通过', refused: '未通过' } as const

export const MAX_RECTIFICATION_DAYS = 30
