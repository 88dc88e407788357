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

export const memberKindNames = { organisation: '单位会员', person: '个人会员' } as const
