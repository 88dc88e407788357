import { typedKeys } from '#lib/keys.ts'
/** What staff may do, and which roles include it. The permission of an endpoint stands in its contract. */
export const permissions = {
  'staff:applications': '查看申请',
  'staff:review': '审核申请',
  'staff:decide': '记录审议决定',
  'staff:finance': '管理会费与收款',
  'staff:members': '维护会员、单位与人员资料',
  'staff:certificates': '管理证书',
  'staff:content': '编写内容',
  'staff:publish': '审核与发布内容',
  'staff:site': '管理栏目与站点设置',
  'staff:setup': '建站与配置包',
  'staff:training': '管理培训',
  'staff:enrolments': '查看培训报名',
  'staff:awards': '管理科技奖励',
  'staff:messages': '管理消息与短信',
  'staff:imports': '批量导入',
  'staff:statistics': '查看统计与看板',
  'staff:accounts': '管理账号与权限',
  'staff:audit': '查看审计日志',
  'staff:system': '查看系统运行',
} as const
export type Permission = keyof typeof permissions

export const roles: Record<string, { name: string; may: readonly Permission[] }> = {
  admin: { name: '管理员', may: typedKeys(permissions) },
  secretary: {
    name: '秘书处',
    may: ['staff:applications', 'staff:decide', 'staff:members', 'staff:certificates', 'staff:statistics'],
  },
  reviewer: {
    name: '审核员',
    may: ['staff:applications', 'staff:review', 'staff:members', 'staff:imports', 'staff:statistics'],
  },
  cashier: { name: '财务', may: ['staff:applications', 'staff:enrolments', 'staff:finance', 'staff:statistics'] },
  editor: { name: '编辑', may: ['staff:content', 'staff:publish', 'staff:site', 'staff:statistics'] },
  writer: { name: '撰稿人', may: ['staff:content'] },
  trainer: { name: '培训', may: ['staff:training', 'staff:enrolments', 'staff:imports', 'staff:statistics'] },
  awards: { name: '奖励办', may: ['staff:applications', 'staff:awards', 'staff:imports', 'staff:statistics'] },
  auditor: { name: '审计员', may: ['staff:audit', 'staff:system', 'staff:statistics'] },
}

export const permissionsOf = (held: readonly string[]): Permission[] => [
  ...new Set(held.flatMap(role => roles[role]?.may ?? [])),
]
