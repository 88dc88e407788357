import { type SQL, sql } from 'drizzle-orm'
import { sumAmounts } from '#lib/money.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { receivableKinds } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { type Age, ages } from '../../receivableWords.ts'
import type { receivableContract } from '../contract.ts'
import { isAged, isOpen, records } from './records.ts'

type Cell = { of: string; age: Age; count: number; amount: number }

/** Sums the open amounts by one column and by age. */
async function readCells(ctx: Ctx, of: SQL, where: SQL): Promise<Cell[]> {
  const ageOf = sql.join(
    ages.map(age => sql`when ${isAged(ctx, age)} then ${sql.raw(`'${age}'`)}`),
    sql` `,
  )
  const { rows } = await ctx.db.execute<{ of: string; age: Age; count: number; amount: string }>(sql`
    select ${of} as of, case ${ageOf} end as age, count(*)::int as count, sum(r.open) as amount
    from ${records} where ${where} group by 1, 2`)
  return rows.map(row => ({ ...row, amount: Number(row.amount) }))
}

/** A row of the table: every age, those with nothing too. */
function rowOf(cells: Cell[]) {
  const counted = ages.map(age => {
    const own = cells.filter(cell => cell.age === age)
    return {
      age,
      count: own.reduce((sum, { count }) => sum + count, 0),
      amount: sumAmounts(own.map(one => one.amount)),
    }
  })
  return {
    count: counted.reduce((sum, { count }) => sum + count, 0),
    amount: sumAmounts(counted.map(({ amount }) => amount)),
    cells: counted,
  }
}

export const ageingHandlers = {
  'GET /staff/receivable/ageing': async (ctx, asked) => {
    const where = asked.kind ? sql`${isOpen} and r.kind = ${asked.kind}` : isOpen
    const [byKind, { rows: payers }] = await Promise.all([
      readCells(ctx, sql`r.kind`, where),
      ctx.db.execute<{ payer: string; total: number }>(sql`
        select r.payer, (count(*) over ())::int as total from ${records} where ${where}
        group by r.payer order by sum(r.open) desc, r.payer limit ${asked.pageSize} offset ${offset(asked)}`),
    ])
    const names = payers.map(({ payer }) => payer)
    const byPayer = await readCells(ctx, sql`r.payer`, sql`${where} and r.payer = any(${sql.param(names)}::text[])`)
    const list = names.map(payer => ({ payer, ...rowOf(byPayer.filter(({ of }) => of === payer)) }))
    return {
      all: rowOf(byKind),
      kinds: receivableKinds()
        .filter(({ kind }) => !asked.kind || kind === asked.kind)
        .map(({ kind, name }) => ({ kind, name, ...rowOf(byKind.filter(({ of }) => of === kind)) })),
      payers: toPage(list, payers[0]?.total ?? 0, asked),
    }
  },
} satisfies Partial<Handlers<typeof receivableContract>>
