import type { MemberEntry, StaffEntry } from '#layouts/screen.ts'

const permission = 'staff:site' as const

/** Route data of this module's screens; the navigation reads them without loading a screen. */
export const myOverview: MemberEntry = { name: '概览', to: '/admin/user' }
export const staffHomeBlocks: StaffEntry = { name: '首页版块', to: '/staff/home-blocks', icon: 'places', permission }
export const staffFigures: StaffEntry = { name: '首页数字', to: '/staff/figures', icon: 'figures', permission }
