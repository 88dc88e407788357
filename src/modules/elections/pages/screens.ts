import type { MemberEntry, Screen, StaffEntry } from '#layouts/screen.ts'

const permission = 'staff:elections' as const

/** Route data of this module's screens; the navigation reads them without loading a screen. */
export const staffElections: StaffEntry = {
  name: '换届选举',
  to: '/staff/elections',
  icon: 'winner',
  permission,
  acts: [{ name: '开始换届选举', to: '/staff/elections?new=1' }],
}
export const staffElection: Screen = { name: '换届选举', record: 'election', permission }
export const staffElectionRoll: Screen = { name: '选举人名册', permission }
export const staffElectionRules: Screen = { name: '选举办法', permission }
export const myElections: MemberEntry = { name: '换届选举', to: '/admin/user/elections' }
export const myElection: Screen = { name: '换届选举', duties: ['applications'] }
