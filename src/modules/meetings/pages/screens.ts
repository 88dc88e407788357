import type { MemberEntry, Screen, StaffEntry } from '#layouts/screen.ts'

const permission = 'staff:decide' as const

/** Screens of this module. Kept apart from the components, so that the navigation need not load them. */
export const staffMeetings: StaffEntry = { name: '会议', to: '/staff/meetings', icon: 'board', permission }
export const staffMeeting: Screen = { name: '会议', record: 'meeting', permission }
export const staffMeetingSeats: Screen = { name: '会议回执', permission }
export const staffMeetingScreen: Screen = { name: '出席大屏', permission }
export const myMeetings: MemberEntry = { name: '我的会议', to: '/admin/user/meetings' }
export const myMeeting: Screen = { name: '会议' }
export const staffNoticeLetters: Screen = { name: '通知信函', permission }
export const staffMinutes: Screen = { name: '会议纪要', permission }
export const myMinutes: Screen = { name: '会议纪要' }
