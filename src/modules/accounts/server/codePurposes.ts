import { invalid } from '#lib/error.ts'

/** Purpose of an SMS code. The module that requests the code defines it. */
export type CodePurpose = {
  /** Code that a page sends to name the purpose. */
  scene: string
  /** Name, as a text or a mail with a code says it. */
  name: string
  /** The code is sent only to the phone of the signed-in account. */
  toOwnPhone?: true
}

const purposes = new Map<string, CodePurpose>()

export function defineCodePurpose(purpose: CodePurpose): CodePurpose {
  if (purposes.has(purpose.scene)) throw new Error(`two purposes of codes are called ${purpose.scene}`)
  purposes.set(purpose.scene, purpose)
  return purpose
}

export const codePurposes = (): CodePurpose[] => [...purposes.values()]

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
