export const ways = { sms: '短信', mail: '邮件', letter: '信函' } as const
export type Way = keyof typeof ways

export const invitationStates = {
  sent: '已发出',
  opened: '已打开',
  accepted: '已开通',
  expired: '已过期',
  withdrawn: '已撤回',
} as const
export type InvitationState = keyof typeof invitationStates

/** Validity of an invitation, in days. */
export const VALIDITY_DAYS = { least: 7, usual: 30, most: 90 }
/** Maximum invitations per act. */
export const MAX_INVITATIONS_PER_ACT = 2000
