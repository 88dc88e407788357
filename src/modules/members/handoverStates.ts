import { typedKeys } from '#lib/keys.ts'
/** 联系人变更: the contact has left, the phone is dead, and somebody else speaks for the organisation from now on. */
export const handoverStateNames = {
  begun: '待上传变更函',
  submitted: '待协会核对',
  frozen: '账号已冻结，待确认',
  approved: '已变更',
  rejected: '不予变更',
}
export type HandoverState = keyof typeof handoverStateNames
export const handoverStates = typedKeys(handoverStateNames)

export const handoverNext: Record<HandoverState, string> = {
  begun: '请上传加盖公章的变更函并提交。',
  submitted: '协会将在 3 个工作日内核对变更函，必要时会打电话给贵单位。',
  frozen: '协会已核对变更函并冻结原账号，正等待贵单位另一位联系人凭短信确认。',
  approved: '账号已改用新手机号。请到登录页用“找回密码”设置新密码，再登录。',
  rejected: '账号保持原状。如有疑问，请与协会联系。',
}
