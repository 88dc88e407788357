import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { receivableKinds } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { cashier, setUpBankStatements } from '#test/setups/money/bankStatements.ts'
import { site } from '#test/setups/site.ts'
import type { ReceivableRow } from './contract.ts'
import { readRecords, readRecordsById, recordParts, records } from './server/records.ts'

setUpBankStatements()

type Query = Record<string, string | number>

/** Reads all rows page by page. */
async function listed(query: Query, pageSize: number): Promise<{ rows: ReceivableRow[]; total: number }> {
  const rows: ReceivableRow[] = []
  for (let pageNum = 1; ; pageNum++) {
    const { data } = await cashier.get('/staff/receivable/list', { ...query, pageNum, pageSize })
    rows.push(...data.list)
    if (pageNum >= data.pages) return { rows, total: data.total }
  }
}

async function sought(where: SQL, direction: SQL): Promise<number[]> {
  const { rows } = await site.services.db.execute<{ id: number }>(
    sql`select r.id from ${records} where ${where} order by r.raised_on ${direction}, r.id ${direction}`,
  )
  return rows.map(({ id }) => id)
}

test('the pages one after the other are all of them in order, those of one day by their ids', async () => {
  const { rows } = await listed({}, 100)
  const days = new Set(rows.map(row => row.raisedOn))
  expect(days.size).toBeGreaterThan(1)
  expect(days.size).toBeLessThan(rows.length / 2)
  expect(new Set(rows.map(row => row.kind)).size).toBeGreaterThan(2)
  const middle = rows[rows.length >> 1]!.raisedOn
  const ways: [Query, SQL][] = [
    [{}, sql`true`],
    [{ kind: 'enrolment' }, sql`r.kind = 'enrolment'`],
    [{ state: 'open' }, sql`r.state in ('due', 'claimed')`],
    [{ state: 'refunded' }, sql`r.state = 'refunded'`],
    [{ refunded: 'no', raisedTo: middle }, sql`r.refunded = 0 and r.raised_on <= ${middle}`],
    [{ raisedFrom: middle, state: 'paid' }, sql`r.raised_on >= ${middle} and r.state = 'paid'`],
  ]
  for (const [query, where] of ways)
    for (const [sort, direction] of [
      [{}, sql`desc`],
      [{ sort: '-raisedOn' }, sql`desc`],
      [{ sort: 'raisedOn' }, sql`asc`],
    ] as const) {
      const wanted = await sought(where, direction)
      expect(wanted.length, JSON.stringify(query)).toBeGreaterThan(0)
      const found = await listed({ ...query, ...sort }, 37)
      expect(
        found.rows.map(({ id }) => id),
        JSON.stringify({ ...query, ...sort }),
      ).toEqual(wanted)
      expect(found.total).toBe(wanted.length)
    }
})

test('a record says the same of itself among all and by its id, and is open as its state has it', async () => {
  const { db } = site.services
  const all = await readRecords({ db }, sql`true`)
  const inOrder = (some: typeof all) => some.toSorted((a, b) => a.id - b.id)
  expect(
    inOrder(
      await readRecordsById(
        { db },
        all.map(({ id }) => id),
      ),
    ),
  ).toEqual(inOrder(all))
  expect(await readRecordsById({ db }, [])).toEqual([])
  const { rows } = await db.execute(sql`select r.id from ${records} where r.is_open <> (r.state in ('due', 'claimed'))`)
  expect(rows).toEqual([])
})

/** Kinds with few records, read through other tables and sorted. */
const SORTED = ['surplus']

test('the newest of each kind are found by an index that has its order', async () => {
  const { db } = site.services
  for (const [i, part] of recordParts().entries()) {
    const { kind } = receivableKinds()[i]!
    const plan = await db.transaction(async tx => {
      for (const way of ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'sort', 'incremental_sort'])
        await tx.execute(sql`set local ${sql.raw(`enable_${way}`)} = off`)
      const newest = sql`select r.id from ${part} order by r.raised_on desc, r.id desc limit 20`
      return (await tx.execute(sql`explain ${newest}`)).rows.map(row => row['QUERY PLAN']).join('\n')
    })
    expect(plan.includes('Sort Key'), `${kind}\n${plan}`).toBe(SORTED.includes(kind))
  }
})
