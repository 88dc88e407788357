import { typedKeys } from '../keys.ts'

/**
 * What can ruin an association: it may want somebody else to agree before it is done. `roles` goes with any other rule, and
 * is in force wherever another administrator could agree: who opens accounts alone would be the second person as well.
 */
export const secondPersonRules = {
  payAccount: '修改收款账户',
  fees: '修改会员级别与会费标准，减免、作废会费',
  roles: '修改角色、分支机构、代理与同事的账号',
  revocation: '撤销证书',
  seal: '更换印章',
  credentialKey: '更换、作废凭证密钥',
} as const
export type SecondPersonRule = keyof typeof secondPersonRules
export const secondPersonRuleCodes = typedKeys(secondPersonRules)

/** What always takes a second person, whatever the association has set. */
export const alwaysSecond = {
  refund: '退款',
  reopening: '重新打开日结',
  personalData: '导出完整的个人信息',
} as const
export type AlwaysSecond = keyof typeof alwaysSecond

export type SecondPerson = {
  /** By which rule a call takes a second person. `rules`: to say what takes one, as long as anything does. */
  rule: SecondPersonRule | AlwaysSecond | 'rules'
  /** Only with such an input. */
  when?: Readonly<Record<string, string>>
  /** The permission of the second person; absent: that of the call. */
  decidedWith?: `staff:${string}`
  /** Names of the inputs that hold accounts of staff which the call is about, beside those that it changes. */
  about?: readonly string[]
  /** The record itself asks for its approval, with all that the second person reads: nobody makes the call directly. */
  onlyByApproval?: true
}
