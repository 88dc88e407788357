import type { MemberEntry, Screen } from '#layouts/screen.ts'

/**
 * Metadata of this module's screens (name, address, icon, permission) for routes and navigation, which reads it without
 * loading a screen.
 */
export const myPrivacy: MemberEntry = { name: '个人信息', to: '/admin/user/privacy' }
export const myConsent: Screen = { name: '请阅读并同意' }
