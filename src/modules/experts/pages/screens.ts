import type { Screen, StaffEntry } from '#layouts/screen.ts'
import type { Part } from '#lib/parts.ts'

const parts: readonly Part[] = ['qualifications', 'awards']

/** Route data of this module's screens; the navigation reads them without loading a screen. */
export const staffExperts: StaffEntry = {
  name: '专家',
  to: '/staff/experts',
  icon: 'expert',
  permission: 'staff:applications',
  parts,
  acts: [{ name: '新增专家', to: '/staff/experts?new=1' }],
}
export const staffExpert: Screen = { name: '专家档案', record: 'expert', permission: 'staff:applications' }
