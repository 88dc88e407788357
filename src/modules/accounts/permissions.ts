import { typedKeys } from '#lib/keys.ts'
/** Permissions of staff. Each endpoint names the permission it needs in its contract. */
export const permissions = {
  'staff:applications': '查看申请',
  'staff:review': '审核申请',
  'staff:decide': '记录审议决定',
  'staff:finance': '管理会费与收款',
  'staff:financeReading': '查看会费与收款',
  'staff:members': '维护会员、单位与人员资料',
  'staff:posts': '管理机构与任职',
  'staff:certificates': '管理证书',
  'staff:content': '编写内容',
  'staff:firstReview': '文章初审',
  'staff:secondReview': '文章复审',
  'staff:publish': '审核与发布内容',
  'staff:site': '管理栏目与站点设置',
  'staff:setup': '建站与配置包',
  'staff:training': '管理培训',
  'staff:enrolments': '查看培训报名',
  'staff:awards': '管理科技奖励',
  'staff:complaints': '办理投诉与请求',
  'staff:ballots': '管理投票',
  'staff:elections': '办理换届选举',
  'staff:surveys': '管理问卷',
  'staff:industry': '管理行业统计',
  'staff:messages': '管理消息与短信',
  'staff:imports': '批量导入',
  'staff:personalData': '导出完整的个人信息',
  'staff:statistics': '查看统计与看板',
  'staff:accounts': '管理账号与权限',
  'staff:audit': '查看审计日志',
  'staff:system': '查看系统运行',
} as const
export type Permission = keyof typeof permissions

/** Permissions that come with another one, in the same places: whoever moves money sees it. */
const implied: Partial<Record<Permission, readonly Permission[]>> = { 'staff:finance': ['staff:financeReading'] }

/** These permissions with those that come with them. */
export const withImplied = (given: readonly Permission[]): Permission[] => [
  ...new Set(given.flatMap(permission => [permission, ...(implied[permission] ?? [])])),
]

/** Permissions on records that belong to a province; a role can limit them to some provinces. */
export const provincial: readonly Permission[] = [
  'staff:applications',
  'staff:review',
  'staff:decide',
  'staff:finance',
  'staff:financeReading',
  'staff:members',
  'staff:certificates',
]

/** Permissions on applications only; a role can limit them to some kinds of application. */
export const byKind: readonly Permission[] = ['staff:applications', 'staff:review', 'staff:decide']

/** Headings under which the role editor groups the permissions. */
export const permissionGroups: { name: string; permissions: readonly Permission[] }[] = [
  {
    name: '审核',
    permissions: [
      'staff:applications',
      'staff:review',
      'staff:decide',
      'staff:complaints',
      'staff:ballots',
      'staff:elections',
      'staff:surveys',
    ],
  },
  {
    name: '登记',
    permissions: [
      'staff:members',
      'staff:posts',
      'staff:certificates',
      'staff:finance',
      'staff:financeReading',
      'staff:industry',
      'staff:imports',
      'staff:personalData',
    ],
  },
  { name: '培训与奖励', permissions: ['staff:training', 'staff:enrolments', 'staff:awards'] },
  {
    name: '网站',
    permissions: [
      'staff:content',
      'staff:firstReview',
      'staff:secondReview',
      'staff:publish',
      'staff:site',
      'staff:setup',
      'staff:messages',
    ],
  },
  { name: '系统', permissions: ['staff:statistics', 'staff:accounts', 'staff:audit', 'staff:system'] },
]

/** The role that has every permission, always: it can be neither changed nor removed. */
export const ADMIN = 'admin'

type Template = { name: string; may: readonly Permission[] }
/** The roles that an association begins with, and copies its own from. */
export const roleTemplates: Record<string, Template> = {
  admin: { name: '管理员', may: typedKeys(permissions) },
  secretary: {
    name: '秘书处',
    may: [
      'staff:applications',
      'staff:decide',
      'staff:financeReading',
      'staff:members',
      'staff:posts',
      'staff:certificates',
      'staff:complaints',
      'staff:ballots',
      'staff:elections',
      'staff:surveys',
      'staff:industry',
      'staff:statistics',
    ],
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
  auditor: { name: '审计员', may: ['staff:audit', 'staff:financeReading', 'staff:system', 'staff:statistics'] },
}

export const isPermission = (text: string): text is Permission => Object.hasOwn(permissions, text)
