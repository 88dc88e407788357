import type { Screen } from '#layouts/screen.ts'

/** What the routes of this module's screens say of them. */
export const myWechat: Screen = { name: '绑定微信' }
