import type { MemberEntry, Screen, StaffEntry } from '#layouts/screen.ts'

const permission = 'staff:messages' as const

export const staffNewsletters: StaffEntry = {
  name: '简报',
  to: '/staff/newsletters',
  icon: 'mail',
  permission,
  acts: [{ name: '新建简报', to: '/staff/newsletters?new=1' }],
}
export const staffNewsletter: Screen = { name: '简报', record: 'newsletter', permission }
export const staffSubscribers: Screen = { name: '简报订阅者', permission }
export const myNewsletter: MemberEntry = { name: '简报订阅', to: '/admin/user/newsletter' }
