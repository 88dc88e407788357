import type { MemberEntry, Screen, StaffEntry } from '#layouts/screen.ts'
import type { Part } from '#lib/parts.ts'

const parts: readonly Part[] = ['qualifications']
const certificates = { permission: 'staff:certificates', parts } as const

/**
 * Names, addresses and permissions of this module's screens; lets the navigation read them without loading a screen.
 */
export const myQualifications: MemberEntry = {
  name: '能力评价',
  to: '/admin/user/qualification',
  parts,
}
export const myQualificationNew: Screen = { name: '新的能力评价申请', duties: ['applications'] }
export const myQualification: Screen = { name: '能力评价申请' }
export const myQualificationForm: Screen = { name: '能力评价申请表', duties: ['applications'] }
export const myQualificationMaterials: Screen = { name: '材料与评审费', duties: ['applications', 'finance'] }
export const myRectification: Screen = { name: '现场评审整改', duties: ['applications'] }
export const myCertificates: MemberEntry = { name: '我的证书', to: '/admin/user/certificates', parts }
export const staffSiteReviews: StaffEntry = {
  name: '现场评审',
  to: '/staff/site-reviews',
  icon: 'site',
  permission: 'staff:applications',
  parts,
}
export const staffSiteReview: Screen = { name: '现场评审任务', permission: 'staff:applications' }
export const staffShortfalls: StaffEntry = {
  name: '条件预警',
  to: '/staff/shortfalls',
  icon: 'warning',
  ...certificates,
}
export const staffCatalogue: StaffEntry = {
  name: '能力评价种类',
  to: '/staff/qualification-kinds',
  icon: 'kinds',
  ...certificates,
}
export const staffCatalogueKind: Screen = {
  name: '评价种类设置',
  record: 'qualificationKind',
  permission: 'staff:certificates',
}
