import type { Screen, StaffEntry } from '#layouts/screen.ts'
import type { Part } from '#lib/parts.ts'

const parts: readonly Part[] = ['qualifications', 'personnel', 'awards']

/** Screens of this module. Kept apart from the components, so that the navigation need not load them. */
export const myLookups: Screen = { name: '证书的查验记录' }
export const staffCertificates: StaffEntry = {
  name: '证书',
  to: '/staff/certificates',
  icon: 'certificate',
  permission: 'staff:certificates',
  parts,
  acts: [{ name: '签发证书', to: '/staff/certificates?issue=1' }],
}
export const staffCertificate: Screen = { name: '证书详情', record: 'certificate', permission: 'staff:certificates' }
export const staffDesigns: StaffEntry = {
  name: '证书版式',
  to: '/staff/certificate-designs',
  icon: 'picture',
  permission: 'staff:certificates',
  acts: [{ name: '新增证书版式', to: '/staff/certificate-designs/new' }],
}
export const staffVerifyKeys: StaffEntry = {
  name: '查验接口',
  to: '/staff/verify-keys',
  icon: 'permissions',
  permission: 'staff:certificates',
  acts: [{ name: '发放接口密钥', to: '/staff/verify-keys?issue=1' }],
}
export const staffCredentialKeys: StaffEntry = {
  name: '凭证密钥',
  to: '/staff/credential-keys',
  icon: 'security',
  permission: 'staff:setup',
}
export const staffDesign: Screen = { name: '证书版式', permission: 'staff:certificates' }
