import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { keptKeyPair } from '../keyPairs.ts'
import {
  dayOf,
  isManner,
  Ledger,
  nextId,
  ordersPage,
  payPage,
  type StandInOrder,
  sendNotification,
} from '../payments.ts'
import type { StandIn } from '../standIn.ts'
import { APP_ID } from '../wechat/wechat.ts'
import { tradeBill } from './bill.ts'
import { encryptedNotification, faultOf, type Parties, signed } from './signing.ts'

const HTML = 'text/html; charset=utf-8'
export const V3_KEY = 'StandInStandInStandInStandIn1234'

export const partiesIn = (folder: string): Parties => ({
  merchantId: '1900000001',
  appId: APP_ID,
  merchantSerial: '5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A',
  v3Key: V3_KEY,
  merchant: keptKeyPair(folder, 'merchant'),
  platform: keptKeyPair(folder, 'platform'),
  platformSerial: 'PUB_KEY_ID_0119000000012026010100000000000001',
})

const bodyOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body.toString('utf8') : '')
const jsonOf = (request: FastifyRequest): Record<string, unknown> => {
  const body: unknown = JSON.parse(bodyOf(request) || '{}')
  return typeof body === 'object' && body !== null ? { ...body } : {}
}
const inMinute = (at: Date) => `${new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`

export function transactionOf({ appId, merchantId }: Parties, of: StandInOrder, fenMore = 0): object {
  const known = { appid: appId, mchid: merchantId, out_trade_no: of.number, attach: '' }
  if (of.state !== 'paid')
    return { ...known, trade_state: of.state === 'closed' ? 'CLOSED' : 'NOTPAY', trade_state_desc: '未支付' }
  return {
    ...known,
    transaction_id: of.transactionId,
    trade_type: 'NATIVE',
    trade_state: of.refunds.length > 0 ? 'REFUND' : 'SUCCESS',
    trade_state_desc: '支付成功',
    bank_type: 'OTHERS',
    success_time: inMinute(of.paidAt!),
    payer: { openid: 'oStandIn' },
    amount: { total: of.fen + fenMore, payer_total: of.fen + fenMore, currency: 'CNY', payer_currency: 'CNY' },
  }
}

/** 微信支付, API v3. */
export const wechatPay: StandIn = {
  name: 'wechatPay',
  title: '微信支付',
  open: async (app, { origin, folder }) => {
    const parties = partiesIn(folder)
    const ledger = new Ledger()

    const answer = (reply: FastifyReply, status: number, said?: object) => {
      const { headers, body } = signed({ parties, body: said ? JSON.stringify(said) : '' })
      return reply.code(status).headers(headers).send(body)
    }
    const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
      answer(reply, status, { code, message })

    app.addHook('preHandler', async (request, reply) => {
      const path = request.url
      if (!path.startsWith('/wechatPay/v3/')) return
      const asked = {
        method: request.method,
        path,
        body: bodyOf(request),
        authorization: request.headers.authorization ?? '',
      }
      const fault = faultOf(parties, asked)
      if (fault) return refuse(reply, 401, 'SIGN_ERROR', fault)
    })

    for (const kind of ['native', 'jsapi'] as const)
      app.post(`/v3/pay/transactions/${kind}`, async (request, reply) => {
        const { appid, mchid, description, out_trade_no, time_expire, notify_url, amount, payer } = jsonOf(request)
        const { total, currency } = { total: 0, currency: '', ...(typeof amount === 'object' ? amount : {}) }
        if (appid !== parties.appId || mchid !== parties.merchantId)
          return refuse(reply, 400, 'APPID_MCHID_NOT_MATCH', 'appid 与 mchid 不匹配')
        if (
          typeof out_trade_no !== 'string' ||
          !/^[\w|*-]{6,32}$/.test(out_trade_no) ||
          typeof description !== 'string' ||
          !description ||
          typeof notify_url !== 'string' ||
          !Number.isInteger(total) ||
          Number(total) < 1 ||
          currency !== 'CNY' ||
          (kind === 'jsapi' && (typeof payer !== 'object' || payer === null))
        )
          return refuse(reply, 400, 'PARAM_ERROR', '参数错误')
        if (ledger.orders.has(out_trade_no)) return refuse(reply, 403, 'OUT_TRADE_NO_USED', '商户订单号重复')
        ledger.orders.set(out_trade_no, {
          number: out_trade_no,
          about: description,
          fen: Number(total),
          expiresAt: typeof time_expire === 'string' ? Date.parse(time_expire) : Date.now() + 7_200_000,
          notifyUrl: notify_url,
          state: 'waiting',
          transactionId: '',
          paidAt: undefined,
          refunds: [],
        })
        return answer(
          reply,
          200,
          kind === 'jsapi' ? { prepay_id: nextId('wx') } : { code_url: `${origin}/pay?number=${out_trade_no}` },
        )
      })

    app.get<{ Params: { number: string } }>('/v3/pay/transactions/out-trade-no/:number', async ({ params }, reply) => {
      const of = ledger.orders.get(params.number)
      if (!of) return refuse(reply, 404, 'ORDER_NOT_EXIST', '订单不存在')
      return answer(reply, 200, transactionOf(parties, of))
    })

    app.post<{ Params: { number: string } }>(
      '/v3/pay/transactions/out-trade-no/:number/close',
      async ({ params }, reply) => {
        const of = ledger.orders.get(params.number)
        if (!of) return refuse(reply, 404, 'ORDER_NOT_EXIST', '订单不存在')
        if (of.state === 'paid') return refuse(reply, 400, 'ORDERPAID', '该订单已支付')
        of.state = 'closed'
        return answer(reply, 204)
      },
    )

    const refundSaid = (order: StandInOrder, refund: StandInOrder['refunds'][number]) => ({
      refund_id: refund.refundId,
      out_refund_no: refund.number,
      transaction_id: order.transactionId,
      out_trade_no: order.number,
      channel: 'ORIGINAL',
      user_received_account: '支付用户零钱',
      success_time: inMinute(refund.at),
      create_time: inMinute(refund.at),
      status: refund.state === 'done' ? 'SUCCESS' : 'ABNORMAL',
      amount: {
        total: order.fen,
        refund: refund.fen,
        payer_total: order.fen,
        payer_refund: refund.fen,
        currency: 'CNY',
      },
    })

    app.post('/v3/refund/domestic/refunds', async (request, reply) => {
      const { out_trade_no, out_refund_no, amount, reason, notify_url } = jsonOf(request)
      const order = ledger.orders.get(String(out_trade_no))
      const { refund, total } = { refund: 0, total: 0, ...(typeof amount === 'object' ? amount : {}) }
      if (order?.state !== 'paid') return refuse(reply, 404, 'RESOURCE_NOT_EXISTS', '订单不存在或没有支付')
      const known = order.refunds.find(({ number }) => number === out_refund_no)
      if (known) return answer(reply, 200, refundSaid(order, known))
      const given = order.refunds.reduce((sum, { fen }) => sum + fen, 0)
      if (Number(total) !== order.fen || Number(refund) < 1 || given + Number(refund) > order.fen)
        return refuse(reply, 400, 'PARAM_ERROR', '退款金额不对')
      // A reason that says so plays an account which takes no money back.
      const state = String(reason).includes('退款异常') ? ('failed' as const) : ('done' as const)
      const made = { number: String(out_refund_no), refundId: nextId('50'), fen: Number(refund), at: new Date(), state }
      order.refunds.push(made)
      const said = refundSaid(order, made)
      if (typeof notify_url === 'string') setTimeout(() => void tellRefund(notify_url, said), 50).unref()
      return answer(reply, 200, { ...said, status: 'PROCESSING' })
    })
    const tellRefund = (url: string, { status, ...said }: { status: string }) =>
      sendNotification(url, 'once', () => {
        const resource = { mchid: parties.merchantId, ...said, refund_status: status }
        return signed({
          parties,
          body: encryptedNotification(parties, { type: `REFUND.${status}`, about: 'refund', resource }),
        })
      })

    app.get<{ Params: { number: string } }>('/v3/refund/domestic/refunds/:number', async ({ params }, reply) => {
      const found = ledger.refundOf(params.number)
      if (!found) return refuse(reply, 404, 'RESOURCE_NOT_EXISTS', '退款单不存在')
      return answer(reply, 200, refundSaid(found.order, found.refund))
    })

    const billOf = (day: string) => tradeBill(parties, day, ledger.linesOf(day))
    app.get<{ Querystring: Record<string, string> }>('/v3/bill/tradebill', async ({ query }, reply) => {
      const day = query.bill_date ?? ''
      if (!/^\d{4}-\d\d-\d\d$/.test(day) || day > dayOf(new Date()))
        return refuse(reply, 400, 'PARAM_ERROR', '日期不对')
      if (ledger.linesOf(day).length === 0) return refuse(reply, 400, 'NO_STATEMENT_EXIST', '账单文件不存在')
      const hash = createHash('sha1').update(billOf(day)).digest('hex')
      const url = `${origin}/v3/billdownload/file?token=${day}`
      return answer(reply, 200, { hash_type: 'SHA1', hash_value: hash, download_url: url })
    })
    app.get<{ Querystring: { token?: string } }>('/v3/billdownload/file', async ({ query: { token = '' } }, reply) =>
      reply.type('text/plain').send(billOf(token)),
    )

    // Pages for the person with the phone.
    app.get('/', async (_, reply) =>
      reply.type(HTML).send(ordersPage('微信支付（替身）', ledger, number => `${origin}/pay?number=${number}`)),
    )
    app.get<{ Querystring: { number?: string } }>('/pay', async ({ query }, reply) => {
      const of = ledger.orders.get(query.number ?? '')
      if (!of) return reply.code(404).type(HTML).send('订单不存在')
      return reply.type(HTML).send(payPage('微信支付（替身）', of, `${origin}/pay`))
    })
    app.post('/pay', async (request, reply) => {
      const given = new URLSearchParams(bodyOf(request))
      const of = ledger.orders.get(given.get('number') ?? '')
      if (!of) return reply.code(404).type(HTML).send('订单不存在')
      const manner = given.get('manner') ?? 'once'
      if (given.get('act') === 'pay' && of.state === 'waiting' && Date.now() < of.expiresAt) {
        of.state = 'paid'
        of.transactionId = nextId('42')
        of.paidAt = new Date()
      }
      if (given.get('act') === 'pay' && of.state === 'paid' && isManner(manner))
        await sendNotification(of.notifyUrl, manner, ({ forged, fenMore }) => {
          const resource = transactionOf(parties, of, fenMore)
          return signed({
            parties,
            forged,
            body: encryptedNotification(parties, { type: 'TRANSACTION.SUCCESS', about: 'transaction', resource }),
          })
        })
      return reply.type(HTML).send(payPage('微信支付（替身）', of, `${origin}/pay`))
    })
    /** For tests: replaces the bill of a day by the given one. */
    app.post<{ Querystring: { day?: string } }>('/plant', async (request, reply) => {
      ledger.planted.set(request.query.day ?? '', JSON.parse(bodyOf(request)))
      return reply.code(204).send()
    })

    return {
      WECHATPAY_MCHID: parties.merchantId,
      WECHATPAY_APPID: parties.appId,
      WECHATPAY_SERIAL: parties.merchantSerial,
      WECHATPAY_PRIVATE_KEY: parties.merchant.privatePem,
      WECHATPAY_V3_KEY: parties.v3Key,
      WECHATPAY_PUBLIC_KEY: parties.platform.publicPem,
      WECHATPAY_PUBLIC_KEY_ID: parties.platformSerial,
      WECHATPAY_ENDPOINT: origin,
    }
  },
}
