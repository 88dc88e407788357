import type { FastifyReply, FastifyRequest } from 'fastify'
import { keptKeyPair } from '../keyPairs.ts'
import {
  clockOf,
  dayOf,
  isManner,
  Ledger,
  nextId,
  ordersPage,
  payPage,
  type StandInOrder,
  sendNotification,
  yuanText,
} from '../payments.ts'
import type { StandIn } from '../standIn.ts'
import { billFile } from './bill.ts'
import { answered, faultOf, notice, type Parties } from './signing.ts'

const HTML = 'text/html; charset=utf-8'
type Content = Readonly<Record<string, unknown>>

export const partiesIn = (folder: string): Parties => ({
  appId: '2021000000000001',
  sellerId: '2088000000000001',
  merchant: keptKeyPair(folder, 'merchant'),
  platform: keptKeyPair(folder, 'platform'),
})

const bodyOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body.toString('utf8') : '')
const fenOf = (yuan: unknown) => Math.round(Number(yuan) * 100)
const OK = { code: '10000', msg: 'Success' }
const refusal = (sub_code: string, sub_msg: string) => ({ code: '40004', msg: 'Business Failed', sub_code, sub_msg })
const NOT_THERE = refusal('ACQ.TRADE_NOT_EXIST', '交易不存在')

/** Builds the notification of a payment. */
export const paidNotice = ({ appId, sellerId }: Parties, of: StandInOrder, fenMore = 0): Record<string, string> => ({
  notify_time: clockOf(new Date()),
  notify_type: 'trade_status_sync',
  notify_id: nextId('n'),
  app_id: appId,
  charset: 'utf-8',
  version: '1.0',
  trade_no: of.transactionId,
  out_trade_no: of.number,
  trade_status: 'TRADE_SUCCESS',
  total_amount: yuanText(of.fen + fenMore),
  receipt_amount: yuanText(of.fen + fenMore),
  seller_id: sellerId,
  subject: of.about,
  gmt_create: clockOf(of.paidAt ?? new Date()),
  gmt_payment: clockOf(of.paidAt ?? new Date()),
})

/** 支付宝's gateway. */
export const alipay: StandIn = {
  name: 'alipay',
  title: '支付宝',
  open: async (app, { origin, folder }) => {
    const parties = partiesIn(folder)
    const ledger = new Ledger()

    const keep = (content: Content, of: Readonly<Record<string, string>>) => {
      const number = String(content.out_trade_no ?? '')
      const fen = fenOf(content.total_amount)
      if (!/^[\w-]{6,64}$/.test(number) || !(fen > 0) || !content.subject) return undefined
      if (!ledger.orders.has(number))
        ledger.orders.set(number, {
          number,
          about: String(content.subject),
          fen,
          expiresAt: Date.parse(`${String(content.time_expire).replace(' ', 'T')}+08:00`),
          notifyUrl: of.notify_url ?? '',
          state: 'waiting',
          transactionId: '',
          paidAt: undefined,
          refunds: [],
        })
      return number
    }
    /** No trade exists until somebody scans the code. */
    const trade = (number: unknown) => {
      const of = ledger.orders.get(String(number))
      return of && of.state !== 'waiting' ? of : undefined
    }
    const methods: Record<string, (content: Content, of: Readonly<Record<string, string>>) => object> = {
      'alipay.trade.precreate': (content, of) => {
        const number = keep(content, of)
        if (!number) return refusal('ACQ.INVALID_PARAMETER', '参数无效')
        return { ...OK, out_trade_no: number, qr_code: `${origin}/pay?number=${number}` }
      },
      'alipay.trade.query': ({ out_trade_no }) => {
        const of = trade(out_trade_no)
        if (!of) return NOT_THERE
        const known = { ...OK, out_trade_no: of.number, total_amount: yuanText(of.fen) }
        if (!of.paidAt) return { ...known, trade_no: '', trade_status: 'TRADE_CLOSED' }
        const paid = { trade_no: of.transactionId, send_pay_date: clockOf(of.paidAt), buyer_logon_id: '138****0000' }
        return { ...known, ...paid, trade_status: 'TRADE_SUCCESS' }
      },
      'alipay.trade.close': ({ out_trade_no }) => {
        const of = ledger.orders.get(String(out_trade_no))
        if (!of) return NOT_THERE
        if (of.state === 'paid') return refusal('ACQ.TRADE_STATUS_ERROR', '交易状态不合法')
        of.state = 'closed'
        return { ...OK, out_trade_no: of.number }
      },
      'alipay.trade.refund': ({ out_trade_no, out_request_no, refund_amount }) => {
        const of = trade(out_trade_no)
        if (!of?.paidAt) return NOT_THERE
        const number = String(out_request_no)
        const given = of.refunds.reduce((sum, { fen }) => sum + fen, 0)
        if (!of.refunds.some(refund => refund.number === number)) {
          const fen = fenOf(refund_amount)
          if (!(fen > 0) || given + fen > of.fen) return refusal('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超限')
          of.refunds.push({ number, refundId: number, fen, at: new Date(), state: 'done' })
        }
        const all = of.refunds.reduce((sum, { fen }) => sum + fen, 0)
        return {
          ...OK,
          trade_no: of.transactionId,
          out_trade_no,
          fund_change: all > given ? 'Y' : 'N',
          refund_fee: yuanText(all),
        }
      },
      'alipay.trade.fastpay.refund.query': ({ out_trade_no, out_request_no }) => {
        const of = trade(out_trade_no)
        const refund = of?.refunds.find(({ number }) => number === out_request_no)
        if (!of || !refund) return { ...OK }
        return {
          ...OK,
          trade_no: of.transactionId,
          out_trade_no,
          out_request_no,
          total_amount: yuanText(of.fen),
          refund_amount: yuanText(refund.fen),
          refund_status: 'REFUND_SUCCESS',
          gmt_refund_pay: clockOf(refund.at),
        }
      },
      'alipay.data.dataservice.bill.downloadurl.query': ({ bill_type, bill_date }) => {
        const day = String(bill_date)
        if (bill_type !== 'trade' || !/^\d{4}-\d\d-\d\d$/.test(day) || day >= dayOf(new Date()))
          return refusal('isp.bill_date_error', '账单日期有误')
        if (ledger.linesOf(day).length === 0) return refusal('isp.bill_not_exist', '账单不存在')
        return { ...OK, bill_download_url: `${origin}/bill?day=${day}` }
      },
    }

    const gateway = async (request: FastifyRequest<{ Querystring: Record<string, string> }>, reply: FastifyReply) => {
      const of = { ...request.query, ...Object.fromEntries(new URLSearchParams(bodyOf(request))) }
      const method = of.method ?? ''
      const fault = faultOf(parties, of)
      if (fault) {
        const said = { code: '40002', msg: 'Invalid Arguments', sub_code: fault, sub_msg: fault }
        return reply.type('application/json').send(answered(parties, method, said))
      }
      const content: Content = JSON.parse(of.biz_content ?? '{}')
      if (method === 'alipay.trade.page.pay') {
        const number = keep(content, of)
        if (!number || content.product_code !== 'FAST_INSTANT_TRADE_PAY') return reply.code(400).send('参数无效')
        return reply.redirect(`${origin}/pay?number=${number}&back=${encodeURIComponent(of.return_url ?? '')}`)
      }
      const said = methods[method]?.(content, of) ?? refusal('isv.invalid-method', '不存在的方法名')
      return reply.type('application/json').send(answered(parties, method, said))
    }
    app.route({ method: ['GET', 'POST'], url: '/gateway.do', handler: gateway })
    app.get<{ Querystring: { day?: string } }>('/bill', async ({ query: { day = '' } }, reply) =>
      reply.type('application/zip').send(await billFile(parties, day, ledger.linesOf(day))),
    )

    // Pages for the person with the phone.
    app.get('/', async (_, reply) =>
      reply.type(HTML).send(ordersPage('支付宝（替身）', ledger, number => `${origin}/pay?number=${number}`)),
    )
    app.get<{ Querystring: { number?: string; back?: string } }>('/pay', async ({ query }, reply) => {
      const of = ledger.orders.get(query.number ?? '')
      if (!of) return reply.code(404).type(HTML).send('订单不存在')
      return reply.type(HTML).send(payPage('支付宝（替身）', of, `${origin}/pay`))
    })
    app.post('/pay', async (request, reply) => {
      const given = new URLSearchParams(bodyOf(request))
      const of = ledger.orders.get(given.get('number') ?? '')
      if (!of) return reply.code(404).type(HTML).send('订单不存在')
      const manner = given.get('manner') ?? 'once'
      if (given.get('act') === 'pay' && of.state === 'waiting' && Date.now() < of.expiresAt) {
        of.state = 'paid'
        of.transactionId = nextId('22')
        of.paidAt = new Date()
      }
      if (given.get('act') === 'pay' && of.state === 'paid' && isManner(manner))
        await sendNotification(of.notifyUrl, manner, ({ forged, fenMore }) => ({
          headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
          body: notice(parties, paidNotice(parties, of, fenMore), forged),
        }))
      return reply.type(HTML).send(payPage('支付宝（替身）', of, `${origin}/pay`))
    })
    /** For tests: replaces the bill of a day by the given one. */
    app.post<{ Querystring: { day?: string } }>('/plant', async (request, reply) => {
      ledger.planted.set(request.query.day ?? '', JSON.parse(bodyOf(request)))
      return reply.code(204).send()
    })

    return {
      ALIPAY_APP_ID: parties.appId,
      ALIPAY_SELLER_ID: parties.sellerId,
      ALIPAY_PRIVATE_KEY: parties.merchant.privatePem,
      ALIPAY_PUBLIC_KEY: parties.platform.publicPem,
      ALIPAY_ENDPOINT: `${origin}/gateway.do`,
    }
  },
}
