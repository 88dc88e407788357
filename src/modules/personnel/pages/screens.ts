import type { MemberEntry, Screen, StaffEntry } from '#layouts/screen.ts'
import type { Part } from '#lib/parts.ts'

const parts: readonly Part[] = ['personnel']

/**
 * Metadata of this module's screens (name, address, icon, permission) for routes and navigation, which reads it without
 * loading a screen.
 */
export const myPersons: MemberEntry = {
  name: '人员',
  to: '/admin/user/persons',
  parts,
  duties: ['people'],
}
export const myPerson: Screen = { name: '人员档案', duties: ['people'] }
export const myPersonCertificates: Screen = { name: '人员证书' }
export const myTakeover: Screen = { name: '人员转入申请', duties: ['people'] }
export const staffPersons: StaffEntry = {
  name: '人员',
  to: '/staff/persons',
  icon: 'person',
  permission: 'staff:members',
  parts,
  acts: [{ name: '新增人员', to: '/staff/persons?new=1' }],
}
export const staffPersonnelKinds: StaffEntry = {
  name: '人员证书种类',
  to: '/staff/personnel-kinds',
  icon: 'kinds',
  permission: 'staff:certificates',
  parts,
}
export const staffPerson: Screen = { name: '人员档案', record: 'person', permission: 'staff:members' }
