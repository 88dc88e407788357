import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { feesSql } from '#test/support/feesSql.ts'
import type { Entry } from '../../stand-ins/invoicing/books.ts'
import { until } from '../support/site.ts'
import { pollFast, startKillable } from './calls.ts'

const ROUNDS = 20
const FIRST_YEAR = 2101

test(`killed between the platform’s word and ours, ${ROUNDS} times: no e-invoice is lost, none is issued twice`, {
  timeout: 1_200_000,
}, async () => {
  const of = await startKillable()
  onTestFinished(() => of.standIns.close())
  const fees = await of.query(
    feesSql(
      `select m.id as member_id, year, m.level_code, 1000 + year as amount, 'confirmed' as state, current_date as paid_on,
         now() as confirmed_at
       from member m join account a on a.organisation_id = m.organisation_id, generate_series($1::int, $2::int) year
       where a.user_name = 'qingyuan'`,
      ['state', 'paid_on', 'confirmed_at'],
    ),
    [FIRST_YEAR, FIRST_YEAR + ROUNDS - 1],
  )
  expect(fees).toHaveLength(ROUNDS)
  await of.query(
    `with came as (select r.*, nextval('payment_id_seq')::int as payment_id from receivable r
       join member_fee f on f.id = r.payable_id and r.kind = 'memberFee' where f.year >= $1 and r.state = 'confirmed'),
       made as (insert into payment (id, way, amount, paid_on) select payment_id, 'slip', amount, paid_on from came)
     insert into allocation (payment_id, kind, receivable_id, amount, day, booked_on)
     select payment_id, 'memberFee', id, amount, paid_on, paid_on from came`,
    [FIRST_YEAR],
  )
  const cashier = await of.signIn('cashier')
  /** Invoices issued by the platform; empty while it is writing the file. */
  const books = async (): Promise<Entry[]> => {
    const text = await readFile(join(of.folder, 'invoicing/books.json'), 'utf8').catch(() => '[]')
    try {
      const all: [string, Entry][] = JSON.parse(text)
      return all.map(([, entry]) => entry).filter(({ state }) => state === 'issued')
    } catch {
      return []
    }
  }
  const ours = async (feeId: string) =>
    (
      await of.query(
        `select request_number, number, delivered_at from e_invoice where payable = 'memberFee' and payable_id = $1`,
        [feeId],
      )
    )[0]
  const found = { unheard: 0, heard: 0, delivered: 0 }
  for (const [round, { id }] of fees.entries()) {
    const ids = [Number(id) * 100 + 1]
    // Told of its own accord in every second round, in the answer to our call in the others.
    const isTold = round % 2 === 1
    await of.act('invoicing/act', { mode: isTold ? 'hold' : 'issue' })
    const asked = cashier('/staff/eInvoice/issue', { ids }).catch(() => undefined)
    if (isTold) await asked
    const requestNumber = isTold ? (await ours(id!))!.request_number! : ''
    const told = isTold ? of.act('invoicing/act', { requestNumber, act: 'issue' }) : undefined
    await pollFast(async () => (await books()).length === round + 1)
    await wait(round * 6)
    await of.kill()
    await Promise.all([asked, told])
    await of.startAgain()
    // The site had stored the request before it called the platform.
    const left = (await ours(id!))!
    found[left.delivered_at ? 'delivered' : left.number ? 'heard' : 'unheard']++
    const again = await cashier('/staff/eInvoice/issue', { ids })
    expect(again).toMatchObject({ code: 200, data: [{ done: false }] })
    await of.query(`update e_invoice set ask_again_at = now() where ask_again_at is not null`)
    await of.clockStrikes('eInvoices')
    await until(async () => (await ours(id!))!.delivered_at, 120_000)
  }
  const issued = await books()
  const rows = await of.query(
    `select e.number, e.state, count(*) over ()::int as n from e_invoice e join member_fee f on e.payable_id = f.id
     where e.payable = 'memberFee' and f.year >= $1`,
    [FIRST_YEAR],
  )
  console.log(
    `killed before we had heard: ${found.unheard}, before its files: ${found.heard}, after: ${found.delivered}`,
  )
  expect(rows.map(({ state }) => state)).toEqual(Array(ROUNDS).fill('issued'))
  expect(issued).toHaveLength(ROUNDS)
  expect(rows.map(({ number }) => number).toSorted()).toEqual(issued.map(({ number }) => number).toSorted())
  expect(new Set(issued.map(({ number }) => number)).size).toBe(ROUNDS)
  for (const { id } of fees) {
    const { number } = (await ours(id!))!
    const { data } = await cashier(`/staff/receivable/detail?id=${Number(id) * 100 + 1}`)
    expect(data.invoiceNumber).toBe(number)
    const [said] = await of.query(
      `select count(*)::int as n from audit_event where action = 'eInvoice.issued' and detail::text like '%' || $1 || '%'`,
      [number],
    )
    expect(said!.n).toBe(1)
    const [told] = await of.query(`select count(*)::int as n from message where content like '%' || $1 || '%'`, [
      number,
    ])
    expect(told!.n).toBe(1)
  }
  expect(found.unheard + found.heard).toBeGreaterThan(0)
})
