import { sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Filters, routeTo } from '#lib/server/oversight/lists.ts'
import { defineMonthFigures, type MonthScope } from '#lib/server/oversight/monthFigures.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { type FeeFilter, joined, narrowedFees } from './feeQueries.ts'

const yearOf = ({ to }: MonthScope) => Number(to.slice(0, 4))

/** Fees of the month's year that had been raised by its end, and those of them that had been paid by then. */
const raisedBy = (scope: MonthScope) =>
  ({ year: yearOf(scope), state: 'owed', raisedTo: scope.to, provinceCode: scope.provinceCode }) satisfies FeeFilter
const paidBy = (scope: MonthScope) => ({ ...raisedBy(scope), state: 'confirmed', paidTo: scope.to }) satisfies FeeFilter
const paidIn = ({ from, to, provinceCode }: MonthScope) =>
  ({ state: 'confirmed', paidFrom: from, paidTo: to, provinceCode }) satisfies FeeFilter

async function sum({ db }: Ctx, filter: FeeFilter): Promise<number> {
  const { rows } = await db.execute<{ amount: string }>(
    sql`select coalesce(sum(${receivable.amount}), 0) as amount from ${joined} where ${narrowedFees(filter)}`,
  )
  return Number(rows[0]!.amount)
}

const routeOf = ({ year, ...filter }: FeeFilter) =>
  routeTo('/staff/fees', { ...(filter as Filters), ...(year !== undefined && { year: String(year) }) })

defineMonthFigures(
  {
    order: 20,
    code: 'duesRaised',
    name: '本年度会费应收',
    unit: '元',
    note: '至月末已生成的该年度会费，不含免缴与作废',
    count: (ctx, scope) => sum(ctx, raisedBy(scope)),
    route: scope => routeOf(raisedBy(scope)),
  },
  {
    order: 21,
    code: 'duesPaid',
    name: '本年度会费已收',
    unit: '元',
    note: '其中至月末到账的',
    count: (ctx, scope) => sum(ctx, paidBy(scope)),
    route: scope => routeOf(paidBy(scope)),
  },
  {
    order: 22,
    code: 'duesRate',
    name: '本年度会费收缴率',
    unit: '%',
    note: '已收占应收的金额；是比率，没有对应的列表',
    count: async (ctx, scope) => {
      const owed = await sum(ctx, raisedBy(scope))
      return owed ? Math.round(((await sum(ctx, paidBy(scope))) * 1000) / owed) / 10 : null
    },
    route: () => null,
  },
  {
    order: 23,
    code: 'duesInMonth',
    name: '当月收到的会费',
    unit: '元',
    note: '按到账日期，不论年度',
    count: (ctx, scope) => sum(ctx, paidIn(scope)),
    route: scope => routeOf(paidIn(scope)),
  },
)
