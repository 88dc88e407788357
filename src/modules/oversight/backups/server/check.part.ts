import { type Check, defineChecks, judge } from '#lib/server/oversight/siteChecks.ts'
import { backupProblems, isLeftToOthers } from './backupHealth.ts'

const backups: Check = async ctx => {
  const found = await backupProblems(ctx)
  return judge(
    {
      code: 'backups',
      group: '运行',
      name: '备份',
      each: 5,
      most: 10,
      good: '最近一天内有校验过的备份',
      why: '数据库、附件与密钥应每天备份，存一份到别处，并定期试着恢复。',
    },
    {
      count: found.length,
      found: found.join('；'),
      route: '/staff/backups',
      items: found.map(text => ({ text, route: '/staff/backups' })),
      isBad: !(await isLeftToOthers(ctx)),
    },
  )
}

defineChecks(backups)
