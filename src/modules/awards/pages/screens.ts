import type { MemberEntry, Screen, StaffEntry } from '#layouts/screen.ts'
import type { Part } from '#lib/parts.ts'

const parts: readonly Part[] = ['awards']
const awards = { permission: 'staff:awards', parts } as const

/** Route metadata of this module's screens; the navigation reads it without loading a screen. */
export const myAwards: MemberEntry = { name: '科技奖励', to: '/admin/user/awards', parts }
export const myAwardNew: Screen = { name: '申报奖励', duties: ['applications'] }
export const myAward: Screen = { name: '申报书', duties: ['applications'] }
export const myScoring: MemberEntry = {
  name: '专家评审',
  to: '/admin/user/scoring',
  only: 'judges',
  parts,
}
export const myScoringRound: Screen = { name: '评审与评分' }
export const staffAwardCalls: StaffEntry = {
  name: '申报通知',
  to: '/staff/award-calls',
  icon: 'announcement',
  ...awards,
}
export const staffAwardCall: Screen = { name: '年度申报', record: 'awardCall', permission: 'staff:awards' }
export const staffAwardKinds: StaffEntry = { name: '奖项', to: '/staff/award-kinds', icon: 'kinds', ...awards }
export const staffAwardKind: Screen = { name: '奖项设置', record: 'awardKind', permission: 'staff:awards' }
export const staffAwardEntries: StaffEntry = { name: '申报', to: '/staff/award-entries', icon: 'enrol', ...awards }
export const staffAwardEntry: Screen = { name: '申报详情', record: 'awardEntry', permission: 'staff:awards' }
export const staffAwardRounds: StaffEntry = {
  name: '评审',
  to: '/staff/award-rounds',
  icon: 'score',
  ...awards,
  acts: [{ name: '新建评审', to: '/staff/award-rounds?new=1' }],
}
export const staffAwardRound: Screen = { name: '评审轮次', record: 'awardRound', permission: 'staff:awards' }
export const staffAwardWinners: StaffEntry = { name: '获奖名单', to: '/staff/award-winners', icon: 'winner', ...awards }
