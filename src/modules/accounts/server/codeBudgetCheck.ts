import { type Check, defineChecks, judge } from '#lib/server/oversight/siteChecks.ts'
import { codesUsed, isRunningOut } from './codeCounts.ts'

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

defineChecks(codeBudget)
