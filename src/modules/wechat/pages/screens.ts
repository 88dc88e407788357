import type { Screen } from '#layouts/screen.ts'

/** Metadata of this module's screens, read by the routes. */
export const myWechat: Screen = { name: '绑定微信' }
export const staffWechat: Screen = { name: '绑定微信' }
