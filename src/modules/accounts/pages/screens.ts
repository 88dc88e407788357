import type { MemberEntry, Screen, StaffEntry } from '#layouts/screen.ts'

const accounts = { permission: 'staff:accounts' } as const

/** Route metadata of this module's screens; the navigation reads it without loading a screen. */
export const mySecurity: MemberEntry = { name: '账号安全', to: '/admin/user/security' }
export const myClerks: MemberEntry = { name: '经办人', to: '/admin/user/clerks' }
export const staffAccounts: StaffEntry = { name: '会员账号', to: '/staff/accounts', icon: 'account', ...accounts }
export const staffAccount: Screen = { name: '会员账号详情', record: 'account', ...accounts }
export const staffColleagues: StaffEntry = {
  name: '工作人员',
  to: '/staff/colleagues',
  icon: 'colleagues',
  ...accounts,
}
export const staffColleague: Screen = { name: '工作人员详情', record: 'account', ...accounts }
export const staffRoles: StaffEntry = { name: '角色', to: '/staff/roles', icon: 'permissions', ...accounts }
export const staffBranches: StaffEntry = { name: '分支机构', to: '/staff/branches', icon: 'tree', ...accounts }
export const staffPermissions: StaffEntry = { name: '权限表', to: '/staff/permissions', icon: 'permissions' }
export const staffDocuments: StaffEntry = {
  name: '隐私与协议',
  to: '/staff/documents',
  icon: 'article',
  permission: 'staff:site',
}
export const staffSecurity: StaffEntry = { name: '账号与安全', to: '/staff/security', icon: 'security' }
