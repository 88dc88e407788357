import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Check, defineChecks, judge } from '#lib/server/oversight/siteChecks.ts'
import { holidayDays } from '../holidayLines.ts'
import { readGroup } from './settings.ts'

/** Month and day from which next year's days off are published, usually in November. */
const PUBLISHED_FROM = '11-15'
const ROUTE = '/staff/settings'

/** Years in which terms end soon and whose days off nobody has entered. */
async function missingYears(ctx: Ctx): Promise<number[]> {
  const today = dayOf(ctx.now)
  const year = Number(today.slice(0, 4))
  const { years } = holidayDays((await readGroup(ctx, 'holidays')).days)
  return [year, ...(today.slice(5) >= PUBLISHED_FROM ? [year + 1] : [])].filter(one => !years.has(one))
}

const holidays: Check = async ctx => {
  const missing = await missingYears(ctx)
  return judge(
    {
      code: 'holidays',
      group: '运行',
      name: '节假日安排',
      each: 2,
      most: 4,
      good: '本年和下一年的节假日安排已登记',
      why: '办理期限、公示期和催办按工作日计算；没有登记的年份只按周末计算，期限会短于应有的天数。',
    },
    {
      count: missing.length,
      found: `${missing.join('、')} 年的节假日安排没有登记`,
      items: missing.map(year => ({ text: `${year} 年的放假和调休上班日期`, route: ROUTE })),
    },
  )
}

defineChecks(holidays)
