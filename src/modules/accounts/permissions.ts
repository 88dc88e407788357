/** What staff may do, and which roles include it. The permission of an endpoint stands in its contract. */
export const permissions = {
  'staff:applications': '查看申请',
  'staff:review': '审核申请',
  'staff:decide': '记录审议决定',
  'staff:finance': '确认收款',
  'staff:members': '维护会员与单位资料',
  'staff:accounts': '管理账号',
  'staff:content': '发布内容',
  'staff:training': '管理培训',
} as const
export type Permission = keyof typeof permissions

export const roles: Record<string, { name: string; may: readonly Permission[] }> = {
  admin: { name: '管理员', may: Object.keys(permissions) as Permission[] },
  editor: { name: '编辑', may: ['staff:content'] },
  reviewer: { name: '审核员', may: ['staff:applications', 'staff:review', 'staff:members'] },
  cashier: { name: '财务', may: ['staff:applications', 'staff:finance'] },
  trainer: { name: '培训', may: ['staff:training'] },
}

export const permissionsOf = (held: readonly string[]): Permission[] => [
  ...new Set(held.flatMap(role => roles[role]?.may ?? [])),
]
