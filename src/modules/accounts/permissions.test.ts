import { describe, expect, test } from 'vitest'
import { typedKeys } from '#lib/keys.ts'
import {
  ADMIN,
  byKind,
  isPermission,
  permissionGroups,
  permissions,
  provincial,
  roleTemplates,
  withImplied,
} from './permissions.ts'

const all = typedKeys(permissions)

describe('what staff may do', () => {
  test('is known by these names', () => {
    expect(all.map(code => `${code} ${permissions[code]}`)).toEqual([
      'staff:applications 查看申请',
      'staff:review 审核申请',
      'staff:decide 记录审议决定',
      'staff:finance 管理会费与收款',
      'staff:financeReading 查看会费与收款',
      'staff:members 维护会员、单位与人员资料',
      'staff:posts 管理机构与任职',
      'staff:certificates 管理证书',
      'staff:content 编写内容',
      'staff:firstReview 文章初审',
      'staff:secondReview 文章复审',
      'staff:publish 审核与发布内容',
      'staff:site 管理栏目与站点设置',
      'staff:setup 建站与配置包',
      'staff:training 管理培训',
      'staff:enrolments 查看培训报名',
      'staff:awards 管理科技奖励',
      'staff:complaints 办理投诉与请求',
      'staff:ballots 管理投票',
      'staff:elections 办理换届选举',
      'staff:surveys 管理问卷',
      'staff:industry 管理行业统计',
      'staff:messages 管理消息与短信',
      'staff:imports 批量导入',
      'staff:personalData 导出完整的个人信息',
      'staff:statistics 查看统计与看板',
      'staff:accounts 管理账号与权限',
      'staff:audit 查看审计日志',
      'staff:system 查看系统运行',
    ])
  })

  test('is these, and nothing that every object has', () => {
    for (const code of all) expect(isPermission(code)).toBe(true)
    for (const other of ['', 'staff:everything', 'toString', 'constructor']) expect(isPermission(other)).toBe(false)
  })

  test('includes seeing money for whoever moves it, and nothing for whoever sees it', () => {
    expect(withImplied(['staff:finance', 'staff:audit'])).toEqual([
      'staff:finance',
      'staff:financeReading',
      'staff:audit',
    ])
    expect(withImplied(['staff:financeReading'])).toEqual(['staff:financeReading'])
  })

  test('stands under one heading each', () => {
    expect(permissionGroups.map(({ name }) => name)).toEqual(['审核', '登记', '培训与奖励', '网站', '系统'])
    expect(permissionGroups.flatMap(group => group.permissions).sort()).toEqual([...all].sort())
  })

  test('is for some provinces only where it is done with records of somewhere, by kind with applications alone', () => {
    expect(provincial).toEqual([
      'staff:applications',
      'staff:review',
      'staff:decide',
      'staff:finance',
      'staff:financeReading',
      'staff:members',
      'staff:certificates',
    ])
    expect(byKind).toEqual(['staff:applications', 'staff:review', 'staff:decide'])
  })
})

test('the roles that an association begins with: nobody but the administrator reviews and decides, or pays and reviews', () => {
  const roles = Object.entries(roleTemplates)
  expect(roles.map(([code, { name, may }]) => [code, name, may.map(one => one.slice(6)).join(' ')])).toEqual([
    ['admin', '管理员', all.map(one => one.slice(6)).join(' ')],
    [
      'secretary',
      '秘书处',
      'applications decide financeReading members posts certificates complaints ballots elections surveys industry statistics',
    ],
    ['reviewer', '审核员', 'applications review members imports statistics'],
    ['cashier', '财务', 'applications enrolments finance statistics'],
    ['editor', '编辑', 'content publish site statistics'],
    ['writer', '撰稿人', 'content'],
    ['trainer', '培训', 'training enrolments imports statistics'],
    ['awards', '奖励办', 'applications awards imports statistics'],
    ['auditor', '审计员', 'audit financeReading system statistics'],
  ])
  const others = roles.filter(([code]) => code !== ADMIN)
  const both = (one: string, other: string) =>
    others.filter(([, { may }]) => may.some(code => code === one) && may.some(code => code === other))
  expect([both('staff:review', 'staff:decide'), both('staff:review', 'staff:finance')]).toEqual([[], []])
})
