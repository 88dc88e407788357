import { eq } from 'drizzle-orm'
import { defineSetupSteps } from '#lib/server/oversight/setupSteps.ts'
import { readSetting } from '#modules/settings/server/settings.ts'
import { readCandidates } from '../invitations/server/candidates.ts'
import { member, memberLevel } from './tables.ts'

defineSetupSteps(
  {
    code: 'levels',
    order: 110,
    name: '会员级别与会费',
    without: '任何单位和个人都不能申请入会',
    route: '/staff/levels',
    lacks: async ({ db }) =>
      (await db.$count(memberLevel, eq(memberLevel.isOpen, true))) > 0 ? null : '还没有接受申请的会员级别',
  },
  {
    code: 'members',
    order: 120,
    name: '导入已有会员',
    without: '会员名录是空的，老会员不能登录查看自己的资料',
    route: '/staff/imports?of=memberCompanies',
    isOptional: true,
    lacks: async ({ db }) => ((await db.$count(member)) > 0 ? null : '还没有会员'),
  },
  {
    code: 'invitations',
    // After going live: in a trial nothing leaves, and its invitations are removed.
    order: 1010,
    name: '邀请会员开通账号',
    without: '导入的会员单位不能登录，不能自己修改资料、缴费和报名',
    route: '/staff/invitations',
    isOptional: true,
    lacks: async ctx => {
      if ((await ctx.db.$count(member)) === 0) return '还没有会员'
      if (await readSetting(ctx, 'trial')) return '正式上线以后再邀请：试用中邀请不外发，上线时随试用记录清除'
      const { total } = await readCandidates(ctx, { members: 'only' })
      return total > 0 ? `${total} 家会员单位还没有账号，也没有邀请` : null
    },
  },
)
