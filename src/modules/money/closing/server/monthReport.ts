import { type SQL, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { sumAmounts } from '#lib/money.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Column, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { receivableKinds } from '#modules/ledger/kinds/server/receivableKinds.ts'
import type { closingContract } from '../contract.ts'
import { entryColumns } from './dayBook.ts'
import { readEntries, type Sums } from './entries.ts'
import { isInForce, movements } from './movements.ts'
import { closeEntry, dailyClose } from './tables.ts'

export const monthOf = ({ now }: Pick<Ctx, 'now'>, month?: string) => month ?? dayOf(now).slice(0, 7)

/** Movements of a month by bank date, as a table `e`. */
const entriesIn = (month: string): SQL => sql`
  (select m.id as movement_id, m.receivable_id, m.kind, m.direction, m.way, m.amount, m.day,
    m.confirmed_on, false as is_late
  from ${movements} where to_char(m.day, 'YYYY-MM') = ${month}) e`

type Cell = Sums & { day: string; kind: string }
type Fixed = { day: string; number: number; fixed: number }

async function readCells({ db }: Pick<Ctx, 'db'>, month: string): Promise<Cell[]> {
  const { rows } = await db.execute<
    Pick<Cell, 'day' | 'kind' | 'count'> & Record<'received' | 'refunded' | 'net', string>
  >(sql`
    select e.day::text as day, e.kind, coalesce(sum(e.amount) filter (where e.direction = 'receipt'), 0) as received,
      coalesce(-sum(e.amount) filter (where e.direction = 'refund'), 0) as refunded, coalesce(sum(e.amount) filter (where e.direction <> 'writeOff'), 0) as net, count(*)::int as count
    from ${entriesIn(month)} group by e.day, e.kind order by e.day, e.kind`)
  return rows.map(({ day, kind, received, refunded, net, count }) => ({
    day,
    kind,
    received: Number(received),
    refunded: Number(refunded),
    net: Number(net),
    count,
  }))
}

/** The closes in force of a month, and what each has fixed of its own day. */
async function readFixed({ db }: Pick<Ctx, 'db'>, month: string): Promise<Fixed[]> {
  const { rows } = await db.execute<{ day: string; number: number; fixed: string }>(sql`
    select ${dailyClose.day}::text as day, ${dailyClose.number} as number,
      coalesce(sum(${closeEntry.amount}) filter (where not ${closeEntry.isLate}), 0) as fixed
    from ${dailyClose} left join ${closeEntry} on ${closeEntry.closeId} = ${dailyClose.id}
    where ${isInForce} and to_char(${dailyClose.day}, 'YYYY-MM') = ${month}
    group by ${dailyClose.day}, ${dailyClose.number}`)
  return rows.map(row => ({ ...row, fixed: Number(row.fixed) }))
}

const addSums = (cells: readonly Sums[]): Sums => ({
  received: sumAmounts(cells.map(({ received }) => received)),
  refunded: sumAmounts(cells.map(({ refunded }) => refunded)),
  net: sumAmounts(cells.map(({ net }) => net)),
  count: cells.reduce((sum, { count }) => sum + count, 0),
})

export async function readMonth(ctx: Pick<Ctx, 'db' | 'config'>, month: string) {
  const [cells, closes] = await Promise.all([readCells(ctx, month), readFixed(ctx, month)])
  const days = [...new Set([...cells, ...closes].map(({ day }) => day))].toSorted().map(day => {
    const own = cells.filter(cell => cell.day === day)
    const close = closes.find(one => one.day === day)
    const sums = addSums(own)
    return {
      day,
      ...sums,
      cells: own.map(({ kind, received, refunded }) => ({ kind, received, refunded })),
      number: close?.number ?? null,
      fixed: close?.fixed ?? null,
      difference: close ? sumAmounts([sums.net, -close.fixed]) : null,
    }
  })
  return {
    month,
    all: addSums(cells),
    kinds: receivableKinds().map(({ kind, name }) => ({
      kind,
      name,
      ...addSums(cells.filter(cell => cell.kind === kind)),
    })),
    days,
    unclosed: days.filter(({ number }) => number === null).length,
  }
}

type Month = Awaited<ReturnType<typeof readMonth>>
type Kind = Month['kinds'][number]
type DayRow = Month['days'][number]

const money = <Row>(title: string, value: (of: Row) => number | null): Column<Row> => ({ title, width: 14, value })

const kindColumns: Column<Omit<Kind, 'kind'>>[] = [
  { title: '种类', width: 14, value: of => of.name },
  money('收款（元）', of => of.received),
  money('退款（元）', of => of.refunded),
  money('净额（元）', of => of.net),
  { title: '笔数', width: 8, value: of => of.count },
]

function dayColumns(kinds: readonly Kind[]): Column<DayRow>[] {
  const cellOf = (of: DayRow, kind: string) => of.cells.find(cell => cell.kind === kind)
  return [
    { title: '日期', width: 12, value: of => of.day },
    ...kinds.flatMap(({ kind, name }) => [
      money<DayRow>(`${name}收款（元）`, of => cellOf(of, kind)?.received ?? 0),
      money<DayRow>(`${name}退款（元）`, of => cellOf(of, kind)?.refunded ?? 0),
    ]),
    money('收款合计（元）', of => of.received),
    money('退款合计（元）', of => of.refunded),
    money('净额（元）', of => of.net),
    { title: '笔数', width: 8, value: of => of.count },
    { title: '日结编号', width: 10, value: of => of.number },
    money('日结固定（元）', of => of.fixed),
    money('日结后变动（元）', of => of.difference),
  ]
}

export const monthReportHandlers = {
  'GET /staff/closing/month': (ctx, { month }) => readMonth(ctx, monthOf(ctx, month)),
  'GET /staff/closing/month/export': async (ctx, asked) => {
    const month = monthOf(ctx, asked.month)
    const of = await readMonth(ctx, month)
    const entries = await readEntries(ctx, entriesIn(month))
    const detail = { month, rows: entries.length }
    await record(ctx, { action: 'closing.month', objectType: 'dailyClose', objectName: month, detail })
    return sendWorkbook(
      `会计月报-${month}`,
      { name: '按日', columns: dayColumns(of.kinds), rows: of.days },
      { name: '按种类', columns: kindColumns, rows: [...of.kinds, { name: '合计', ...of.all }] },
      { name: '明细', columns: entryColumns, rows: entries },
    )
  },
} satisfies Partial<Handlers<typeof closingContract>>
