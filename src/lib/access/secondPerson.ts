import { typedKeys } from '../keys.ts'

/** What can ruin an association: it may want somebody else to agree before it is done. */
export const secondPersonRules = {
  payAccount: '修改收款账户',
  fees: '修改会员级别与会费标准',
  roles: '修改角色与同事的账号',
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

/**
 * Of a call: by which rule it takes a second person. `rules`: to say what takes one, as long as anything does.
 * `when`: only with such an input.
 */
export type SecondPerson = { rule: SecondPersonRule | AlwaysSecond | 'rules'; when?: Readonly<Record<string, string>> }
