import { eq } from 'drizzle-orm'
import { defineSetupSteps } from '#lib/server/oversight/setupSteps.ts'
import { member, memberLevel } from './tables.ts'

defineSetupSteps(
  {
    code: 'levels',
    name: '会员级别与会费',
    without: '任何单位和个人都不能申请入会',
    route: '/staff/levels',
    lacks: async ({ db }) =>
      (await db.$count(memberLevel, eq(memberLevel.isOpen, true))) > 0 ? null : '还没有接受申请的会员级别',
  },
  {
    code: 'members',
    name: '导入已有会员',
    without: '会员名录是空的，老会员不能登录查看自己的资料',
    route: '/staff/imports',
    isOptional: true,
    lacks: async ({ db }) => ((await db.$count(member)) > 0 ? null : '还没有会员'),
  },
)
