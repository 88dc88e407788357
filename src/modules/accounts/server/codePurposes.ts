import { invalid } from '#lib/error.ts'

/** What a code sent by SMS is good for. The module that asks for the code defines it; `accounts` knows no more of it. */
export type CodePurpose = {
  /** As a page names it when it asks for a code. */
  scene: string
  /** As the message names it. */
  name: string
  /** It goes to the phone of whoever is signed in, and to no other. */
  toOwnPhone?: true
}

const purposes = new Map<string, CodePurpose>()

export function defineCodePurpose(purpose: CodePurpose): CodePurpose {
  if (purposes.has(purpose.scene)) throw new Error(`two purposes of codes are called ${purpose.scene}`)
  purposes.set(purpose.scene, purpose)
  return purpose
}

export function codePurposeOf(scene: string): CodePurpose {
  const purpose = purposes.get(scene)
  if (!purpose) throw invalid('不是有效的用途', { scene: '不是有效的用途' })
  return purpose
}

export const registerCode = defineCodePurpose({ scene: 'register', name: '注册账号' })
export const resetCode = defineCodePurpose({ scene: 'reset', name: '重设密码' })
export const changePhoneCode = defineCodePurpose({ scene: 'changePhone', name: '更换手机号', toOwnPhone: true })
export const newPhoneCode = defineCodePurpose({ scene: 'newPhone', name: '验证新手机号' })
export const changePasswordCode = defineCodePurpose({ scene: 'changePwd', name: '修改密码', toOwnPhone: true })
