import { type SQL, sql } from 'drizzle-orm'
import { sumAmounts } from '#lib/money.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Column, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { receivableKinds } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { monthOf } from '../../closing/server/monthReport.ts'
import { movements } from '../../closing/server/movements.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import { records } from '../../receivables/server/records.ts'
import { eInvoice, redInvoice } from '../../server/tables.ts'
import type { paperMonthContract } from '../contract.ts'
import { type Figure, figureNames } from '../monthWords.ts'

const isIn = (day: SQL, month: string) => sql`to_char(${day}, 'YYYY-MM') = ${month}`

/** Amount of a blue invoice: as requested from the provider, otherwise the whole amount. */
const blueSum = (number: SQL, whole: SQL) => sql`coalesce((select w.amount from ${eInvoice} w
  where w.number = ${number} and w.colour = 'blue'), ${whole})`

const duesKinds = () =>
  receivableKinds()
    .filter(({ isDues }) => isDues)
    .map(({ kind }) => kind)

/**
 * Lines behind a month's figures, as a table `l`: money by bank date, documents by issue date, including fully reversed
 * ones. Red invoices and refunds are negative.
 */
function linesOf(month: string): SQL {
  const paper = (kind: SQL) =>
    sql`case when ${kind} = any(${sql.param(duesKinds())}::text[]) then 'receipts' else 'invoiced' end`
  return sql`(
    select 'booked' as figure, m.kind, m.receivable_id, m.day as on_day, m.amount, '' as number
      from ${movements} where ${isIn(sql`m.day`, month)}
    union all select ${paper(sql`r.kind`)}, r.kind, r.id, r.invoiced_on,
        ${blueSum(sql`r.invoice_number`, sql`r.amount`)}, r.invoice_number
      from ${records} where r.invoice_number <> '' and ${isIn(sql`r.invoiced_on`, month)}
    union all (select distinct on (d.blue_number) ${paper(sql`r.kind`)}, r.kind, r.id, d.blue_issued_on, d.blue_amount, d.blue_number
      from ${redInvoice} d join ${records} on r.kind = d.payable and r.payable_id = d.payable_id
      where d.blue_number <> r.invoice_number and ${isIn(sql`d.blue_issued_on`, month)} order by d.blue_number, d.id)
    union all select 'red', r.kind, r.id, d.issued_on, -d.amount, d.number
      from ${redInvoice} d join ${records} on r.kind = d.payable and r.payable_id = d.payable_id
      where ${isIn(sql`d.issued_on`, month)}
  ) l`
}

type Sums = Record<Figure, number>
type Cell = { figure: Figure; kind: string; amount: string; count: number }

const differenceOf = ({ booked, invoiced, receipts, red }: Sums) => sumAmounts([booked, -invoiced, -receipts, -red])

function sumsOf(cells: readonly Cell[]) {
  const of = (figure: Figure) => cells.filter(cell => cell.figure === figure)
  const sums: Sums = {
    booked: sumAmounts(of('booked').map(({ amount }) => Number(amount))),
    invoiced: sumAmounts(of('invoiced').map(({ amount }) => Number(amount))),
    receipts: sumAmounts(of('receipts').map(({ amount }) => Number(amount))),
    red: sumAmounts(of('red').map(({ amount }) => Number(amount))),
  }
  return { ...sums, difference: differenceOf(sums) }
}

async function readMonth(ctx: Pick<Ctx, 'db' | 'config'>, month: string) {
  const { rows } = await ctx.db.execute<Cell>(sql`
    select l.figure, l.kind, sum(l.amount) as amount, count(*)::int as count
    from ${linesOf(month)} group by l.figure, l.kind`)
  const _met = rows.map(({ kind }) => kind)
  const kinds = receivableKinds().map(({ kind, name }) => ({
    kind,
    name,
    ...sumsOf(rows.filter(row => row.kind === kind)),
  }))
  return { month, kinds, all: sumsOf(rows) }
}

type Line = {
  figure: Figure
  kind: string
  receivableId: number
  payer: string
  about: string
  day: string
  number: string
  amount: string
}

const readLines = async ({ db }: Pick<Ctx, 'db'>, month: string, where: SQL): Promise<Line[]> => {
  const { rows } = await db.execute<Line>(sql`
    select l.figure, l.kind, l.receivable_id as "receivableId", r.payer, r.about, l.on_day::text as day, l.number, l.amount
    from ${linesOf(month)} join ${records} on r.id = l.receivable_id
    where ${where} order by l.on_day, l.receivable_id, l.figure, l.number`)
  return rows
}

const money = <Row>(title: string, value: (of: Row) => number): Column<Row> => ({ title, width: 14, value })
type KindRow = Sums & { name: string; difference: number }

const kindColumns: Column<KindRow>[] = [
  { title: '种类', width: 14, value: of => of.name },
  money('到账净额（元）', of => of.booked),
  money('数电发票（元）', of => of.invoiced),
  money('会费收据（元）', of => of.receipts),
  money('红字（元）', of => of.red),
  money('差额（元）', of => of.difference),
]
const lineColumns: Column<Line>[] = [
  { title: '项目', width: 12, value: of => figureNames[of.figure] },
  { title: '日期', width: 12, value: of => of.day },
  { title: '种类', width: 10, value: of => kindName(of.kind) },
  { title: '缴费人', width: 36, value: of => of.payer },
  { title: '款项', width: 40, value: of => of.about },
  { title: '号码', width: 24, value: of => of.number },
  money('金额（元）', of => Number(of.amount)),
]

export const monthListHandlers = {
  'GET /staff/paperMonth/sums': (ctx, { month }) => readMonth(ctx, monthOf(ctx, month)),
  'GET /staff/paperMonth/lines': async (ctx, { month, kind, figure }) => {
    const isAsked = figure ? sql`l.figure = ${figure}` : sql`true`
    const isKind = kind ? sql`l.kind = ${kind}` : sql`true`
    const lines = await readLines(ctx, monthOf(ctx, month), sql`${isAsked} and ${isKind}`)
    return lines.map(line => ({
      ...line,
      kindName: kindName(line.kind),
      figureName: figureNames[line.figure],
      amount: Number(line.amount),
    }))
  },
  'GET /staff/paperMonth/export': async (ctx, asked) => {
    const month = monthOf(ctx, asked.month)
    const of = await readMonth(ctx, month)
    const lines = await readLines(ctx, month, sql`true`)
    const detail = { month, rows: lines.length }
    await record(ctx, { action: 'paperMonth.export', objectType: 'eInvoice', objectName: month, detail })
    return sendWorkbook(
      `开票月报-${month}`,
      { name: '按种类', columns: kindColumns, rows: [...of.kinds, { name: '合计', ...of.all }] },
      { name: '明细', columns: lineColumns, rows: lines },
    )
  },
} satisfies Partial<Handlers<typeof paperMonthContract>>
