import { createHash } from 'node:crypto'
import type { ProviderAnswer } from '#lib/server/http/callProvider.ts'
import type { WechatPaySettings } from '#lib/server/process/paymentSettings.ts'
import type { PaymentEntry } from '#modules/payments/paymentWords.ts'
import { billedFen, type Cell, fitCells, readBillRows } from '../billReading.ts'
import {
  type Bill,
  type NewOrder,
  type PaymentDriver,
  type ProviderNotification,
  UntrustedNotification,
} from '../driver.ts'
import { partIn, readJson, requestProvider, textIn } from '../providerRequests.ts'
import { readRefund, readTransaction } from './reading.ts'
import { authorization, decryptResource, insideParameters, verifyAnswer } from './signing.ts'

type Call = { method: 'GET' | 'POST'; path: string; body?: object }
type Json = Record<string, unknown>

class WechatPayRefusal extends Error {
  readonly code: string

  constructor(code: string, status: number) {
    super(`微信支付未受理（${status} ${code}）`)
    this.code = code
  }
}

/** WeChat Pay, API v3: orders by code (Native) and inside WeChat (JSAPI). */
export function wechatPay(settings: WechatPaySettings): PaymentDriver {
  const { merchant, appId, endpoint, publicKeyId } = settings

  const send = ({ method, path, body }: Call): Promise<ProviderAnswer> => {
    const text = body ? JSON.stringify(body) : ''
    const { pathname, search } = new URL(endpoint + path)
    const headers = {
      authorization: authorization(settings, { method, path: pathname + search, body: text }),
      accept: 'application/json',
      'wechatpay-serial': publicKeyId,
      'user-agent': 'hangxie',
      ...(body && { 'content-type': 'application/json' }),
    }
    return requestProvider(endpoint + path, { method, headers, ...(body && { body: text }) })
  }
  /** Verifies the signature of every answer, refusals included. */
  const call = async (of: Call): Promise<Json> => {
    const answer = await send(of)
    verifyAnswer(settings, answer, new Date())
    const said = answer.body.length > 0 ? readJson(answer.body.toString('utf8')) : {}
    if (answer.status >= 300) throw new WechatPayRefusal(textIn(said, 'code'), answer.status)
    return said
  }
  const orderPath = (number: string) => `/v3/pay/transactions/out-trade-no/${number}`

  async function begin({ number, about, fen, expiresAt, scene, openId, notifyUrl }: NewOrder): Promise<PaymentEntry> {
    const order = {
      appid: appId,
      mchid: merchant,
      description: about.slice(0, 40),
      out_trade_no: number,
      time_expire: `${expiresAt.toISOString().slice(0, 19)}+00:00`,
      notify_url: notifyUrl,
      amount: { total: fen, currency: 'CNY' },
    }
    if (scene === 'inside') {
      if (!openId) throw new Error('inside WeChat the payer must be known')
      const body = { ...order, payer: { openid: openId } }
      const said = await call({ method: 'POST', path: '/v3/pay/transactions/jsapi', body })
      return { kind: 'inside', parameters: insideParameters(settings, textIn(said, 'prepay_id')) }
    }
    const said = await call({ method: 'POST', path: '/v3/pay/transactions/native', body: order })
    return { kind: 'code', text: textIn(said, 'code_url') }
  }

  async function bill(day: string) {
    try {
      const said = await call({ method: 'GET', path: `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL` })
      return readTradeBill((await download(said)).toString('utf8'))
    } catch (error) {
      if (!(error instanceof WechatPayRefusal)) throw error
      // No transactions on that day; the next code means that the bill is not ready yet.
      if (error.code === 'NO_STATEMENT_EXIST') return { lines: [], unread: [] }
      if (error.code === 'STATEMENT_CREATING') return undefined
      throw error
    }
  }
  /** The file itself is not signed; its hash stands in the answer that is. */
  async function download(said: Json): Promise<Buffer> {
    const url = new URL(textIn(said, 'download_url'))
    if (url.origin !== new URL(endpoint).origin) throw new UntrustedNotification('账单的地址不是微信支付的')
    const headers = {
      authorization: authorization(settings, { method: 'GET', path: url.pathname + url.search, body: '' }),
    }
    const { status, body } = await requestProvider(url.href, { headers })
    if (status !== 200) throw new Error(`微信支付的账单下载失败（${status}）`)
    if (createHash('sha1').update(body).digest('hex') !== textIn(said, 'hash_value').toLowerCase())
      throw new UntrustedNotification('账单与其摘要不符')
    return body
  }

  return {
    provider: 'wechatPay',
    merchant,
    scenes: settings.isInside ? ['code', 'inside'] : ['code'],
    begin,
    query: async number => {
      try {
        const said = await call({ method: 'GET', path: `${orderPath(number)}?mchid=${merchant}` })
        return readTransaction(said, settings)
      } catch (error) {
        if (error instanceof WechatPayRefusal && /^(ORDER_?NOT_?EXIST|RESOURCE_NOT_EXISTS)$/.test(error.code))
          return { number, merchant, state: 'closed' }
        throw error
      }
    },
    close: async number => {
      await call({ method: 'POST', path: `${orderPath(number)}/close`, body: { mchid: merchant } }).catch(error => {
        if (
          !(
            error instanceof WechatPayRefusal &&
            /^(ORDER_?CLOSED|ORDER_?NOT_?EXIST|RESOURCE_NOT_EXISTS)$/.test(error.code)
          )
        )
          throw error
      })
    },
    refund: async ({ number, order, fen, reason, notifyUrl }) => {
      const body = {
        out_trade_no: order.number,
        out_refund_no: number,
        reason: reason.slice(0, 26),
        notify_url: notifyUrl,
        amount: { refund: fen, total: order.fen, currency: 'CNY' },
      }
      return readRefund(await call({ method: 'POST', path: '/v3/refund/domestic/refunds', body }), settings)
    },
    queryRefund: async ({ number }) =>
      readRefund(await call({ method: 'GET', path: `/v3/refund/domestic/refunds/${number}` }), settings),
    bill,
    hear: (notice, now) => parseNotification(settings, notice, now),
    answers: {
      heard: { status: 204 },
      refused: reason => ({
        status: 401,
        type: 'application/json',
        body: JSON.stringify({ code: 'FAIL', message: '失败' }),
        refused: reason,
      }),
    },
  }
}

function parseNotification(
  settings: WechatPaySettings,
  notice: Parameters<PaymentDriver['hear']>[0],
  now: Date,
): ProviderNotification | undefined {
  verifyAnswer(settings, notice, now)
  const event = readJson(notice.body.toString('utf8'))
  const resource = partIn(event, 'resource')
  if (textIn(resource, 'algorithm') !== 'AEAD_AES_256_GCM') throw new UntrustedNotification('加密算法不对')
  const opened = readJson(
    decryptResource(settings, {
      ciphertext: textIn(resource, 'ciphertext'),
      nonce: textIn(resource, 'nonce'),
      associatedData: textIn(resource, 'associated_data'),
    }),
  )
  const type = textIn(event, 'event_type')
  if (type.startsWith('TRANSACTION.')) return { payment: readTransaction(opened, settings) }
  if (type.startsWith('REFUND.')) return { refund: readRefund(opened, settings) }
  return undefined
}

const isRefundIn = (cell: Cell) => cell('交易状态') === 'REFUND'

/**
 * 交易账单 (`bill_type=ALL`): payments and refunds of a day, then a line of sums. Each value follows a backtick, so that
 * spreadsheets do not read it as a number.
 */
function readTradeBill(text: string): Bill {
  const [heading = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const headings = heading.split(',').map(name => name.replace(/^`/, '').trim())
  const end = lines.findIndex(line => !line.startsWith('`'))
  const rows = lines
    .slice(0, end < 0 ? undefined : end)
    .map(line => fitCells(line.slice(1).split(',`'), headings, ',`'))
  return readBillRows(rows, {
    headings,
    number: cell => cell(isRefundIn(cell) ? '商户退款单号' : '商户订单号'),
    transactionId: '微信订单号',
    read: cell => {
      if (cell('交易状态') === 'REVOKED') return undefined
      const isRefund = isRefundIn(cell)
      return {
        kind: isRefund ? 'refund' : 'payment',
        transactionId: cell('微信订单号'),
        number: cell('商户订单号'),
        refundNumber: isRefund ? cell('商户退款单号') : '',
        fen: billedFen(cell, isRefund ? '申请退款金额' : '订单金额'),
        feeFen: billedFen(cell, '手续费'),
      }
    },
  })
}
