import type { MemberEntry, Screen, StaffEntry } from '#layouts/screen.ts'

const permission = 'staff:ballots' as const

/** Route data of this module's screens; the navigation reads them without loading a screen. */
export const myBallots: MemberEntry = { name: '投票', to: '/admin/user/ballots' }
export const myBallotCount: Screen = { name: '计票' }
export const staffBallots: StaffEntry = {
  name: '投票',
  to: '/staff/ballots',
  icon: 'score',
  permission,
  acts: [{ name: '新建投票', to: '/staff/ballots?new=1' }],
}
export const staffBallot: Screen = { name: '投票', permission, record: 'ballot' }
export const staffBallotVoters: Screen = { name: '投票人', permission }
export const staffBallotOpening: Screen = { name: '开票', permission }
