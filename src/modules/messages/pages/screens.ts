import type { MemberEntry, StaffEntry } from '#layouts/screen.ts'

const permission = 'staff:messages' as const

/**
 * Metadata of this module's screens (name, address, icon, permission) for routes and navigation, which reads it without
 * loading a screen.
 */
export const myMessages: MemberEntry = { name: '消息', to: '/admin/user/messages' }
export const staffTemplates: StaffEntry = { name: '消息模板', to: '/staff/templates', icon: 'template', permission }
export const staffOutbox: StaffEntry = {
  name: '发送记录',
  to: '/staff/outbox',
  icon: 'outbox',
  permission,
  acts: [{ name: '写群发消息', to: '/staff/outbox?tab=mailings&new=1' }],
}
export const staffSmsTemplates: StaffEntry = {
  name: '短信模板',
  to: '/staff/sms-templates',
  icon: 'template',
  permission,
}
export const staffMessages: StaffEntry = { name: '消息', to: '/staff/messages', icon: 'mail' }
