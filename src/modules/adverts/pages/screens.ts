import type { MemberEntry, Screen, StaffEntry } from '#layouts/screen.ts'
import type { Part } from '#lib/parts.ts'

const parts: readonly Part[] = ['adverts']
const applications = { permission: 'staff:applications', parts } as const

/** Route data of this module's screens; the navigation reads them without loading a screen. */
export const myAdverts: MemberEntry = { name: '我的广告', to: '/admin/user/adverts', parts }
export const myAdvertNew: Screen = { name: '新建广告', duties: ['applications'] }
export const myAdvert: Screen = { name: '广告详情', duties: ['applications', 'finance'] }
export const staffAdverts: StaffEntry = { name: '广告', to: '/staff/adverts', icon: 'advert', ...applications }
export const staffAdvert: Screen = { name: '广告详情', record: 'advert', permission: 'staff:applications' }
export const staffAdvertCalendar: StaffEntry = {
  name: '广告排期',
  to: '/staff/advert-calendar',
  icon: 'calendar',
  ...applications,
}
export const staffAdvertStatistics: StaffEntry = {
  name: '广告统计',
  to: '/staff/advert-statistics',
  icon: 'statistics',
  ...applications,
}
export const staffAdvertPositions: StaffEntry = {
  name: '广告位',
  to: '/staff/advert-positions',
  icon: 'places',
  permission: 'staff:site',
  parts,
}
