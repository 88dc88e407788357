import type { MemberEntry, Screen } from '#layouts/screen.ts'

/** What the routes of this module's screens say of them; the navigation reads it without loading a screen. */
export const myPrivacy: MemberEntry = { name: '个人信息', to: '/admin/user/privacy', icon: 'eye' }
export const myConsent: Screen = { name: '请阅读并同意' }
