import type { MemberEntry } from '#layouts/screen.ts'

/** What the routes of this module's screens say of them; the navigation reads it without loading a screen. */
export const myPrivacy: MemberEntry = { name: '个人信息', to: '/admin/user/privacy', icon: 'eye' }
