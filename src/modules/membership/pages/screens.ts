import type { MemberEntry, Screen, StaffEntry } from '#layouts/screen.ts'

const members = { permission: 'staff:members' } as const
const finance = { permission: 'staff:financeReading' } as const

/** Titles and navigation entries of this module's screens, kept apart so that the navigation loads no screen. */
export const myMembership: MemberEntry = {
  name: '会员',
  to: '/admin/user/membership',
  duties: ['finance'],
}
export const myApply: Screen = { name: '入会申请', duties: ['applications'] }
export const myMaterials: Screen = { name: '入会材料与会费', duties: ['applications', 'finance'] }
export const myStyle: MemberEntry = { name: '会员风采', to: '/admin/user/style', duties: ['applications'] }
export const staffMembers: StaffEntry = { name: '会员', to: '/staff/members', icon: 'member', ...members }
export const staffMember: Screen = { name: '会员详情', record: 'member', ...members }
export const staffLevels: StaffEntry = { name: '会员级别与入会', to: '/staff/levels', icon: 'kinds', ...members }
export const staffInvitations: StaffEntry = {
  name: '邀请开通账号',
  to: '/staff/invitations',
  icon: 'invitation',
  permission: 'staff:accounts',
}
export const staffFees: StaffEntry = { name: '会费', to: '/staff/fees', icon: 'fee', ...finance }
