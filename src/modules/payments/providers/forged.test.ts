import { desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { partiesIn as alipayParties, paidNotice } from '#stand-ins/alipay/alipay.ts'
import { notice } from '#stand-ins/alipay/signing.ts'
import type { StandInOrder } from '#stand-ins/payments.ts'
import { encryptedNotification, signed } from '#stand-ins/wechatPay/signing.ts'
import { transactionOf, partiesIn as wechatParties } from '#stand-ins/wechatPay/wechatPay.ts'
import { folder, orderFor, orderOf, oweFee, setUpPayments } from '#test/setups/payments.ts'
import { site } from '#test/setups/site.ts'
import { paymentItem, paymentOrder } from '../server/tables.ts'

setUpPayments()

type Sent = { headers: Record<string, string>; body: string }
type Json = Record<string, unknown>

let wechat: ReturnType<typeof wechatParties>
let ali: ReturnType<typeof alipayParties>
/** An unpaid order of each provider, and one that is paid already. */
let order: StandInOrder
let aliOrder: StandInOrder
let paid: StandInOrder
const TAKEN = '4200000000000000000000000001'

const standing = (number: string, fen: number, transactionId: string): StandInOrder => ({
  number,
  about: '会费',
  fen,
  expiresAt: 0,
  notifyUrl: '',
  state: 'paid',
  transactionId,
  paidAt: new Date(),
  refunds: [],
})

beforeAll(async () => {
  wechat = wechatParties(`${folder}/wechatPay`)
  ali = alipayParties(`${folder}/alipay`)
  const [one, two, three] = [await oweFee(2041), await oweFee(2042), await oweFee(2043)]
  const fen = (amount: number) => Math.round(amount * 100)
  order = standing(await orderFor([one.id]), fen(one.amount), '4200000000000000000000000002')
  paid = standing(await orderFor([two.id]), fen(two.amount), TAKEN)
  aliOrder = standing(await orderFor([three.id], 'alipay'), fen(three.amount), '2200000000000000000000000001')
  expect((await toWechat(said(paid))).statusCode).toBe(204)
})

const send = (path: string, { headers, body }: Sent) =>
  site.app.inject({ method: 'POST', url: `/callbacks/payments/${path}`, headers, payload: body })
const toWechat = (sent: Sent) => send('wechatpay', sent)
const toAlipay = (body: string) =>
  send('alipay', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })

/** A WeChat Pay notification with some values changed. */
const transaction = (of: StandInOrder, changes: Json = {}) => ({ ...transactionOf(wechat, of), ...changes })
const event = (resource: object, keys: { v3Key: string } = wechat) =>
  encryptedNotification(keys, { type: 'TRANSACTION.SUCCESS', about: 'transaction', resource })
const said = (of: StandInOrder, changes: Json = {}): Sent =>
  signed({ parties: wechat, body: event(transaction(of, changes)) })
const withHeaders = (of: Sent, changes: Record<string, string>): Sent => ({
  headers: { ...of.headers, ...changes },
  body: of.body,
})
const without = ({ headers, body }: Sent, name: string): Sent => ({
  headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)),
  body,
})
/** A changed notification signed anew, as only the thief of one key could send it. */
const resealed = (change: (resource: Record<string, string>) => Record<string, string>): Sent => {
  const { resource, ...rest } = JSON.parse(event(transaction(order)))
  return signed({ parties: wechat, body: JSON.stringify({ ...rest, resource: change(resource) }) })
}
const amount = (total: unknown, currency = 'CNY') => ({ amount: { total, currency } })
const minutes = (count: number) => Math.floor(Date.now() / 1000) + count * 60
const flipped = (base64: string) => `${base64.startsWith('A') ? 'B' : 'A'}${base64.slice(1)}`

const wechatCases: [what: string, sent: () => Sent, reason: string][] = [
  ['nothing signed', () => ({ headers: { 'content-type': 'application/json' }, body: said(order).body }), '没有签名'],
  ['no time', () => without(said(order), 'wechatpay-timestamp'), '没有签名'],
  ['no nonce', () => without(said(order), 'wechatpay-nonce'), '没有签名'],
  ['no serial', () => without(said(order), 'wechatpay-serial'), '没有签名'],
  ['signed by another key', () => signed({ parties: wechat, forged: true, body: said(order).body }), '签名不符'],
  ['the signature of another word', () => ({ headers: said(paid).headers, body: said(order).body }), '签名不符'],
  [
    'a probe of the provider',
    () => withHeaders(said(order), { 'wechatpay-signature': 'WECHATPAY/SIGNTEST/AAAA' }),
    '签名不符',
  ],
  ['another nonce', () => withHeaders(said(order), { 'wechatpay-nonce': 'another' }), '签名不符'],
  [
    'replayed after six minutes',
    () => signed({ parties: wechat, body: said(order).body, timestamp: minutes(-6) }),
    '五分钟',
  ],
  [
    'from six minutes ahead',
    () => signed({ parties: wechat, body: said(order).body, timestamp: minutes(6) }),
    '五分钟',
  ],
  ['a time that is none', () => withHeaders(said(order), { 'wechatpay-timestamp': 'now' }), '五分钟'],
  ['an unknown serial', () => withHeaders(said(order), { 'wechatpay-serial': '0123456789ABCDEF' }), '公钥'],
  ['an altered cipher', () => resealed(of => ({ ...of, ciphertext: flipped(of.ciphertext!) })), '密文'],
  ['a cipher cut off', () => resealed(of => ({ ...of, ciphertext: '' })), '密文'],
  [
    'sealed with another key',
    () => signed({ parties: wechat, body: event(transaction(order), { v3Key: 'x'.repeat(32) }) }),
    '密文',
  ],
  ['other associated data', () => resealed(of => ({ ...of, associated_data: 'refund' })), '密文'],
  ['another nonce of the cipher', () => resealed(of => ({ ...of, nonce: '000000000000' })), '密文'],
  ['another algorithm', () => resealed(of => ({ ...of, algorithm: 'NONE' })), '算法'],
  ['no JSON', () => signed({ parties: wechat, body: 'success' }), 'JSON'],
  ['a larger sum', () => said(order, amount(order.fen + 1)), '金额不符'],
  ['a smaller sum', () => said(order, amount(1)), '金额不符'],
  ['a sum in words', () => said(order, amount(String(order.fen))), '不是金额'],
  ['a sum below zero', () => said(order, amount(-order.fen)), '不是金额'],
  ['another currency', () => said(order, amount(order.fen, 'USD')), '币种'],
  ['another merchant', () => said(order, { mchid: '1900000002' }), '商户号'],
  ['another app', () => said(order, { appid: 'wx0000000000000002' }), '商户号'],
  ['an unknown order', () => said(order, { out_trade_no: 'P202601010000000000' }), '没有这个订单'],
  ['an order of another provider', () => said(aliOrder), '没有这个订单'],
  ['no transaction', () => said(order, { transaction_id: '' }), 'transaction_id'],
  ['the transaction of another order', () => said(order, { transaction_id: TAKEN }), '另一个订单'],
  ['no time of payment', () => said(order, { success_time: 'soon' }), '不是时间'],
  ['a second transaction for what is paid', () => said(paid, { transaction_id: '42001' }), '另一笔交易'],
]

const aliSaid = (changes: Record<string, string> = {}) => ({ ...paidNotice(ali, aliOrder), ...changes })
const changedAfter = (changes: Record<string, string>) =>
  new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(notice(ali, aliSaid()))), ...changes }).toString()

const alipayCases: [what: string, body: () => string, reason: string][] = [
  ['nothing signed', () => new URLSearchParams(aliSaid()).toString(), '没有签名'],
  ['signed by another key', () => notice(ali, aliSaid(), true), '签名不符'],
  ['another sum after it was signed', () => changedAfter({ total_amount: '0.01' }), '签名不符'],
  ['another kind of signature', () => changedAfter({ sign_type: 'RSA' }), '算法'],
  ['another app', () => notice(ali, aliSaid({ app_id: '2021000000000002' })), '收款账户'],
  ['another seller', () => notice(ali, aliSaid({ seller_id: '2088000000000002' })), '收款账户'],
  ['another sum', () => notice(ali, aliSaid({ total_amount: '0.01' })), '金额不符'],
  ['a sum that is none', () => notice(ali, aliSaid({ total_amount: '1e3' })), '不是金额'],
  ['an unknown order', () => notice(ali, aliSaid({ out_trade_no: 'P202601010000000000' })), '没有这个订单'],
  ['no trade', () => notice(ali, aliSaid({ trade_no: '' })), '没有交易号'],
  ['no time of payment', () => notice(ali, aliSaid({ gmt_payment: '' })), '不是时间'],
]

/** The last refusal that the audit log holds. */
async function lastRefusal(): Promise<string> {
  const [line] = await site.services.db
    .select()
    .from(auditEvent)
    .where(eq(auditEvent.action, 'audit.refusedCallback'))
    .orderBy(desc(auditEvent.id))
    .limit(1)
  return JSON.stringify(line?.detail)
}

/** Snapshot of all orders: no refused notification may change it. */
const standingOfAll = async () => ({
  orders: await site.services.db.select().from(paymentOrder).orderBy(paymentOrder.id),
  items: await site.services.db.select().from(paymentItem).orderBy(paymentItem.id),
})

describe('a word that is not the provider’s, or not of this payment, is refused, noted, and changes nothing', () => {
  test.each(wechatCases)('WeChat Pay: %s', async (_, sent, reason) => {
    const before = await standingOfAll()
    const { statusCode, body } = await toWechat(sent())
    expect([statusCode, JSON.parse(body).code]).toEqual([401, 'FAIL'])
    expect(await lastRefusal()).toContain(reason)
    expect(await standingOfAll()).toEqual(before)
  })

  test.each(alipayCases)('Alipay: %s', async (_, body, reason) => {
    const before = await standingOfAll()
    const answer = await toAlipay(body())
    expect([answer.statusCode, answer.body]).toEqual([400, 'failure'])
    expect(await lastRefusal()).toContain(reason)
    expect(await standingOfAll()).toEqual(before)
  })
})

test('the true word is believed after all of these; once more, at once, late or out of order it changes nothing', async () => {
  const notPaid = { ...order, state: 'waiting' as const }
  expect((await toWechat(signed({ parties: wechat, body: event(transactionOf(wechat, notPaid)) }))).statusCode).toBe(
    204,
  )
  expect((await orderOf(order.number)).state).toBe('waiting')
  const words = Array.from({ length: 10 }, () => said(order))
  expect((await Promise.all(words.map(toWechat))).map(({ statusCode }) => statusCode)).toEqual(words.map(() => 204))
  expect((await toAlipay(notice(ali, aliSaid()))).body).toBe('success')
  const settled = await standingOfAll()
  for (const { number } of [order, aliOrder])
    expect(await orderOf(number)).toMatchObject({ state: 'paid', items: [{ state: 'booked' }] })
  expect((await toWechat(words[0]!)).statusCode).toBe(204)
  expect((await toWechat(signed({ parties: wechat, body: event(transactionOf(wechat, notPaid)) }))).statusCode).toBe(
    204,
  )
  expect((await toAlipay(notice(ali, aliSaid()))).body).toBe('success')
  expect((await toAlipay(notice(ali, aliSaid({ trade_status: 'TRADE_CLOSED' })))).body).toBe('success')
  expect(await standingOfAll()).toEqual(settled)
  const booked = await site.services.db.select().from(auditEvent).where(eq(auditEvent.action, 'payment.paid'))
  expect(booked, 'one for each of three orders').toHaveLength(3)
})
