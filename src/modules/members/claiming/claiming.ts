/**
 * Claim of an account on a company: `none` has nothing to prove, `pending` has not proved it yet (待核实), `lost`: another
 * account has proved it.
 */
export const claimStates = ['none', 'pending', 'lost'] as const
export type ClaimState = (typeof claimStates)[number]

export const pendingMessage =
  '协会名册中已有这家单位的资料。核实您代表该单位之前，它的资料、证书、人员、申请、消息和会费不会显示，也不能登记资料或办理业务；可以浏览网站，查看入会条件和会费标准。'
export const lostMessage =
  '这家单位已由另一账号核实。请向本单位同事了解；原联系人已离职，或认为对方不是本单位的，请办理“联系人变更”或与协会联系。'
