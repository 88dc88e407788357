/** Numbers in one call with a key of one's own. */
export const MAX_NUMBERS_PER_CALL = 100
/** Upper limits of the quota that can be agreed with a key holder. */
export const MAX_PER_MINUTE = 10_000
export const MAX_PER_DAY = 1_000_000

export const keyStates = ['active', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]
export const keyStateNames: Record<KeyState, string> = { active: '使用中', expired: '已到期', revoked: '已停用' }
