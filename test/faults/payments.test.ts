import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { feesSql } from '#test/support/feesSql.ts'
import { startKillable } from './calls.ts'

const ROUNDS = 20
const FIRST_YEAR = 2101

test(`killed between the provider’s word and the booking, ${ROUNDS} times: no sum is lost, none is booked twice`, {
  timeout: 600_000,
}, async () => {
  const of = await startKillable()
  onTestFinished(() => of.standIns.close())
  const rows = await of.query(
    feesSql(`select m.id as member_id, year, m.level_code, 1000 + year as amount from member m
       join account a on a.organisation_id = m.organisation_id, generate_series($1::int, $2::int) year
       where a.user_name = 'qingyuan'`),
    [FIRST_YEAR, FIRST_YEAR + ROUNDS - 1],
  )
  expect(rows).toHaveLength(ROUNDS)
  const payer = await of.signIn('qingyuan')
  const booked = { before: 0, after: 0 }
  for (const [round, { id }] of rows.entries()) {
    const wanted = { ids: [Number(id) * 100 + 1], provider: round % 2 ? 'alipay' : 'wechatPay', scene: 'code' }
    const made = await payer('/member/payment/order', wanted)
    expect(made.msg + made.code).toContain('200')
    const number = String(made.data.number)
    const phone = of.act(`${wanted.provider}/pay`, { number, act: 'pay', manner: 'once' })
    // Kill at a different moment each round, while the notification is read, verified and booked.
    await wait(round * 4)
    await of.kill()
    await phone
    await of.startAgain()
    const stateOf = async () => (await payer(`/member/payment/order?number=${number}`)).data.state
    booked[(await stateOf()) === 'paid' ? 'before' : 'after']++
    await payer('/member/payment/ask', { number })
    expect(await stateOf()).toBe('paid')
  }
  const [sums] = await of.query(
    `select count(*)::int as fees, sum(r.amount)::int as yuan from member_fee f
     join receivable r on r.kind = 'memberFee' and r.payable_id = f.id where f.year >= $1 and r.state = 'confirmed'`,
    [FIRST_YEAR],
  )
  const [orders] = await of.query(
    `select count(*)::int as orders, count(distinct o.transaction_id)::int as transactions,
       sum(i.fen)::int / 100 as yuan, count(*) filter (where i.state = 'booked')::int as booked
     from payment_order o join payment_item i on i.order_id = o.id`,
  )
  const [said] = await of.query(`select count(*)::int as n from audit_event where action = 'payment.paid'`)
  const yuan = rows.reduce((sum, _, round) => sum + 1000 + FIRST_YEAR + round, 0)
  expect(sums).toEqual({ fees: ROUNDS, yuan })
  expect(orders).toEqual({ orders: ROUNDS, transactions: ROUNDS, yuan, booked: ROUNDS })
  expect(said!.n).toBe(ROUNDS)
  console.log(`killed after the booking: ${booked.before}, before it: ${booked.after}`)
  expect(booked.after).toBeGreaterThan(0)
})
