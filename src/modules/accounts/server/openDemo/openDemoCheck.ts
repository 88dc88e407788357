import { type Check, defineChecks, judge } from '#lib/server/oversight/siteChecks.ts'
import { openDemoAccounts } from './openDemo.ts'

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

defineChecks(openDemo)
