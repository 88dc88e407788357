import { typedKeys } from '../keys.ts'

/**
 * Operations for which an association can require a second person. `roles` comes with any other rule, and applies
 * wherever another administrator could agree: otherwise whoever can open accounts could create the second person.
 */
export const secondPersonRules = {
  payAccount: '修改收款账户',
  fees: '修改会员级别与会费标准，减免、作废会费',
  roles: '修改角色、分支机构、代理与同事的账号',
  revocation: '撤销证书',
  seal: '更换印章',
  credentialKey: '更换、作废凭证密钥',
  newsletter: '发送简报',
  statisticsRelease: '公布行业统计',
} as const
export type SecondPersonRule = keyof typeof secondPersonRules
export const secondPersonRuleCodes = typedKeys(secondPersonRules)

/** Operations that always require a second person, whatever the settings are. */
export const alwaysSecondPerson = {
  refund: '退款',
  writeOff: '核销超过限额的差额',
  reopening: '重新打开日结',
  personalData: '导出完整的个人信息',
  correction: '纠正审核决定',
  mergeOrganisations: '合并单位',
  removeOrganisation: '删除单位',
  ballot: '开始、延长、作废投票，剔除投票人，给口令信',
  election: '确认换届选举结果',
} as const
/** Operations that require a second person as soon as somebody could be it. */
export const secondPersonWhereThere = {
  goLive: '正式上线',
} as const

export type AlwaysSecond = keyof typeof alwaysSecondPerson

export type SecondPerson = {
  /**
   * Rule that makes a call require a second person. `rules`: the call changes the rules themselves, and requires one as
   * long as any rule is on.
   */
  rule: SecondPersonRule | AlwaysSecond | keyof typeof secondPersonWhereThere | 'rules'
  /** Applies only to these inputs. */
  when?: Readonly<Record<string, string>>
  /** The permission of the second person; absent: that of the call. */
  decidedWith?: `staff:${string}`
  /** Names of the inputs that hold accounts of staff which the call is about, beside those that it changes. */
  about?: readonly string[]
  /** The record itself asks for its approval, with all that the second person reads: nobody makes the call directly. */
  onlyByApproval?: true
}
