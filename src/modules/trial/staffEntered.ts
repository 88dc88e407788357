/** What staff entered by hand in a trial may be meant or tried: they choose; `isRemoved`: before they have. */
export const staffEntered = {
  organisations: { name: '录入的单位', isRemoved: false },
  persons: { name: '录入的人员', isRemoved: false },
  certificates: { name: '补录的证书（不是导入的）', isRemoved: false },
  experts: { name: '专家', isRemoved: false },
  winners: { name: '录入的获奖项目', isRemoved: false },
  courses: { name: '培训班', isRemoved: true },
  awardCalls: { name: '奖励申报通知', isRemoved: true },
} as const
