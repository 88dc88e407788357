/** 会员状态, as people read it. */
export const memberStatusNames = {
  active: '有效',
  unpaid: '待缴费',
  overdue: '欠费',
  suspended: '暂停',
  withdrawn: '已退会',
  lapsed: '自动丧失',
  expelled: '除名',
} as const

/** Several states at once, as a list is asked for them. */
export const memberScopeNames = { current: '在册', ended: '已退出' } as const
/** Statuses of former members. */
export const endedStatuses = [
  'withdrawn',
  'lapsed',
  'expelled',
] as const satisfies readonly (keyof typeof memberStatusNames)[]
export const isEnded = (status: string): boolean => endedStatuses.some(ended => ended === status)

export const memberKindNames = { organisation: '单位会员', person: '个人会员' } as const

/** The type of record to which the association adds fields of its own. */
export const MEMBER = 'member'
