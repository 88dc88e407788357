import type { MemberEntry, Screen, StaffEntry } from '#layouts/screen.ts'

const permission = 'staff:members' as const

/** Route metadata of this module's screens; the navigation reads it without loading a screen. */
export const myProfile: MemberEntry = { name: '资料', to: '/admin/user/profile', duties: ['all'] }
export const staffHandovers: StaffEntry = { name: '联系人变更', to: '/staff/handovers', icon: 'handover', permission }
export const staffHandover: Screen = { name: '联系人变更申请', record: 'handover', permission }
export const staffOrganisations: StaffEntry = {
  name: '单位',
  to: '/staff/organisations',
  icon: 'organisation',
  permission,
  acts: [{ name: '新增单位', to: '/staff/organisations?new=1' }],
}
export const staffProfileFields: StaffEntry = { name: '自定义栏目', to: '/staff/own-fields', icon: 'kinds', permission }
export const staffOrganisation: Screen = { name: '单位档案', record: 'organisation', permission }
export const staffMergeOrganisation: Screen = { name: '合并、删除单位', permission }
