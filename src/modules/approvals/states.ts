export const approvalStates = ['waiting', 'agreed', 'refused', 'withdrawn'] as const
export type ApprovalState = (typeof approvalStates)[number] | 'expired'
export const approvalStateNames: Record<ApprovalState, string> = {
  waiting: '待复核',
  agreed: '已同意，已生效',
  refused: '不同意',
  withdrawn: '已撤回',
  expired: '逾期未复核',
}

export const approvalViews = ['forMe', 'waiting', 'all'] as const
