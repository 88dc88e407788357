import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { partiesIn as alipayParties } from '#stand-ins/alipay/alipay.ts'
import { answered } from '#stand-ins/alipay/signing.ts'
import type { Notification, StandInOrder } from '#stand-ins/payments.ts'
import { signed } from '#stand-ins/wechatPay/signing.ts'
import { transactionOf, partiesIn as wechatParties } from '#stand-ins/wechatPay/wechatPay.ts'
import { folder, orderFor, orderOf, oweFee, setUpPayments } from '#test/setups/payments.ts'
import { answering } from '#test/setups/providers/answering.ts'
import { site } from '#test/setups/site.ts'
import { takePayment } from '../ordering/server/booking.ts'
import { paymentOrder } from '../server/tables.ts'
import { alipay } from './server/alipay/alipay.ts'
import { verifiedAnswer } from './server/alipay/signing.ts'
import { readRefund } from './server/wechatPay/reading.ts'
import { wechatPay } from './server/wechatPay/wechatPay.ts'

setUpPayments()

const PAID: StandInOrder = {
  number: 'P202601310000000001',
  about: '会费',
  fen: 200_000,
  expiresAt: 0,
  notifyUrl: '',
  state: 'paid',
  transactionId: '4200000000000000000000000009',
  paidAt: new Date(),
  refunds: [],
}
/** A day with a bill. */
const DAY = '2026-01-31'
/** An address where nothing listens. */
const ELSEWHERE = 'http://127.0.0.1:9/bill'

const wechatSays = async (tell: (path: string, origin: string) => Notification) => {
  const origin: string = await answering(({ url = '' }, response) => {
    const { headers, body } = tell(url, origin)
    response.writeHead(200, headers).end(body)
  })
  return wechatPay({ ...site.services.config.payments.wechatPay!, endpoint: origin })
}
const alipaySays = async (method: string, said: object) => {
  const parties = alipayParties(`${folder}/alipay`)
  const endpoint = await answering((_, response) => response.end(answered(parties, method, said)))
  return alipay({ ...site.services.config.payments.alipay!, endpoint })
}

test('what WeChat Pay answers is believed where it is signed by its key, and of this moment', async () => {
  const parties = wechatParties(`${folder}/wechatPay`)
  const body = JSON.stringify(transactionOf(parties, PAID))
  const told = async (answer: Notification) => (await wechatSays(() => answer)).query(PAID.number)
  await expect(told({ headers: {}, body })).rejects.toThrow('没有签名')
  await expect(told(signed({ parties, body, forged: true }))).rejects.toThrow('签名不符')
  const old = Math.floor(Date.now() / 1000) - 400
  await expect(told(signed({ parties, body, timestamp: old }))).rejects.toThrow('五分钟')
  expect(await told(signed({ parties, body }))).toMatchObject({ state: 'paid', fen: PAID.fen })
})

test('a bill of WeChat Pay is fetched from nowhere else, and is the one whose hash was signed', async () => {
  const parties = wechatParties(`${folder}/wechatPay`)
  const bill = async (url: (origin: string) => string) => {
    const driver = await wechatSays((path, origin) =>
      path.startsWith('/v3/')
        ? signed({ parties, body: JSON.stringify({ download_url: url(origin), hash_value: '0'.repeat(40) }) })
        : { headers: {}, body: 'another bill' },
    )
    return driver.bill(DAY)
  }
  await expect(bill(() => ELSEWHERE)).rejects.toThrow('账单的地址不是微信支付的')
  await expect(bill(origin => `${origin}/bill`)).rejects.toThrow('账单与其摘要不符')
})

test('a refund of another merchant is not ours', () => {
  const { merchant, appId } = site.services.config.payments.wechatPay!
  const said = { out_refund_no: 'R1', out_trade_no: 'P1', amount: { refund: 100 } }
  expect(readRefund({ ...said, mchid: merchant }, { merchant, appId })).toMatchObject({ number: 'R1', fen: 100 })
  expect(() => readRefund({ ...said, mchid: '1900000002' }, { merchant, appId })).toThrow('不是我们的商户号')
})

test('what Alipay answers is believed where it is signed to the byte, and of the order that was asked for', async () => {
  const method = 'alipay.trade.query'
  const paid = { code: '10000', trade_status: 'TRADE_SUCCESS', trade_no: '2200', total_amount: '2000.00' }
  const settings = site.services.config.payments.alipay!
  const text = answered(alipayParties(`${folder}/alipay`), method, { ...paid, out_trade_no: PAID.number })
  const name = 'alipay_trade_query_response'
  expect(JSON.parse(verifiedAnswer(text, name, settings))).toMatchObject({ total_amount: '2000.00' })
  expect(() => verifiedAnswer(text.replace('2000.00', '0.01'), name, settings)).toThrow('签名不符')
  expect(() => verifiedAnswer(text.replace('"sign"', '"mark"'), name, settings)).toThrow('没有签名')
  const other = await alipaySays(method, { ...paid, out_trade_no: 'P202601310000000002' })
  await expect(other.query(PAID.number)).rejects.toThrow('应答说的是另一个订单')
})

test('a bill of Alipay is fetched from nowhere else', async () => {
  const method = 'alipay.data.dataservice.bill.downloadurl.query'
  const driver = await alipaySays(method, { code: '10000', bill_download_url: ELSEWHERE })
  await expect(driver.bill(DAY)).rejects.toThrow('账单的地址不是支付宝的')
})

test('what was paid to an account that is not the one of the order is not booked', async () => {
  const { id, amount } = await oweFee(2041)
  const number = await orderFor([id])
  const [{ merchant } = { merchant: '' }] = await site.services.db
    .update(paymentOrder)
    .set({ merchant: '1900000002' })
    .where(eq(paymentOrder.number, number))
    .returning()
  const paid = { state: 'paid' as const, transactionId: '42', fen: Math.round(amount * 100), paidAt: new Date() }
  const ours = site.services.config.payments.wechatPay!.merchant
  expect(merchant).not.toBe(ours)
  await expect(takePayment(site.ctx(), 'wechatPay', { number, merchant: ours, ...paid })).rejects.toThrow(
    '收款账户与订单不同',
  )
  expect(await orderOf(number)).toMatchObject({ state: 'waiting' })
})
