import { type Check, defineChecks, judge } from '#lib/server/oversight/siteChecks.ts'
import { codesUsed, isRunningOut } from './codeCounts.ts'
import { openDemoAccounts } from './openDemo/openDemo.ts'

/** Weighs 0 points: a demo site is not unhealthy, but whoever goes live must see it. */
const openDemo: Check = async ctx => {
  const open = await openDemoAccounts(ctx)
  return judge(
    {
      code: 'openDemoAccounts',
      group: '运行',
      name: '演示账号',
      each: 0,
      most: 0,
      good: '没有密码公开的演示账号',
      why: '演示账号的密码写在程序的说明里，谁都能用它登录。正式使用请换一个空的数据目录并设置 DEMO=0；要沿用这里的数据，请逐个改密码或停用。',
    },
    {
      count: open.length,
      found: `${open.length} 个演示账号的密码是公开的，谁都能登录：正式使用前请改密码或停用`,
      isBad: false,
      items: open.map(({ id, userName, displayName, kind }) => ({
        text: `${displayName}（${userName}）`,
        route: `/staff/${kind === 'staff' ? 'colleagues' : 'accounts'}/${id}`,
      })),
    },
  )
}

const codeBudget: Check = async ctx => {
  const { name, sent, max } = await codesUsed(ctx)
  return judge(
    {
      code: 'codeBudget',
      group: '运行',
      name: '验证码短信',
      each: 0,
      most: 0,
      good: `最近${name}发送 ${sent} 条，上限 ${max} 条`,
      why: '用完后未登录者收不到验证码。如非活动集中报名，可能有人在批量请求；上限由 SITE_CODES_PER_HOUR、SITE_CODES_PER_DAY 设置。',
    },
    { count: isRunningOut({ sent, max }) ? sent : 0, found: `最近${name}发送了 ${sent} 条验证码短信，上限 ${max} 条` },
  )
}

defineChecks(openDemo, codeBudget)
