/** `planned`: who and when. `recorded`: what was found, some of it perhaps to be put right. `closed`: all is verified. */
export const siteReviewStates = ['planned', 'recorded', 'closed'] as const
export type SiteReviewState = (typeof siteReviewStates)[number]
export const siteReviewStateNames: Record<SiteReviewState, string> = {
  planned: '已安排',
  recorded: '已评审',
  closed: '已关闭',
}

export const conclusions = ['recommended', 'afterRectification', 'notRecommended'] as const
export type Conclusion = (typeof conclusions)[number]
export const conclusionNames: Record<Conclusion, string> = {
  recommended: '推荐',
  afterRectification: '整改后推荐',
  notRecommended: '不推荐',
}

export const findingResults = ['conforms', 'mostlyConforms', 'fails', 'notApplicable'] as const
export type FindingResult = (typeof findingResults)[number]
export const findingResultNames: Record<FindingResult, string> = {
  conforms: '符合',
  mostlyConforms: '基本符合',
  fails: '不符合',
  notApplicable: '不适用',
}

/** Where a review stands, as lists of them are narrowed: four states of the application, and all that is behind. */
export const siteStages = ['awaitingSite', 'onSite', 'rectifying', 'verifying', 'over'] as const
export type SiteStage = (typeof siteStages)[number]
export const siteStageNames: Record<SiteStage, string> = {
  awaitingSite: '待安排',
  onSite: '已安排',
  rectifying: '整改中',
  verifying: '待验证',
  over: '已办结',
}

export const roleNames = { leader: '组长', member: '组员' } as const

export const correctionNames = { open: '待验证', accepted: '已通过', refused: '未通过' } as const

/** In days: the longest that putting something right may take. */
export const MOST_DAYS_TO_RECTIFY = 30
