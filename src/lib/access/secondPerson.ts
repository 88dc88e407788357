import { typedKeys } from '../keys.ts'

/** What can ruin an association: it may want somebody else to agree before it is done. */
export const secondPersonRules = {
  payAccount: '修改收款账户',
  fees: '修改会员级别与会费标准',
  roles: '修改角色与同事的账号',
  revocation: '撤销证书',
  seal: '更换印章',
} as const
export type SecondPersonRule = keyof typeof secondPersonRules
export const secondPersonRuleCodes = typedKeys(secondPersonRules)

/**
 * Of a call: by which rule it takes a second person. `rules`: to say what takes one, as long as anything does.
 * `when`: only with such an input.
 */
export type SecondPerson = { rule: SecondPersonRule | 'rules'; when?: Readonly<Record<string, string>> }
