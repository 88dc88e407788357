import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { dayOf, iso, startOf } from '#lib/dates.ts'
import type { Notice } from '#lib/server/http/callbacks.ts'
import type { AlipaySettings } from '#lib/server/process/paymentSettings.ts'
import { textFrom } from '#lib/server/sheets/csv.ts'
import type { PaymentEntry } from '#modules/payments/paymentWords.ts'
import { billedFen, type Cell, fitCells, readBillRows } from '../billReading.ts'
import {
  type Bill,
  type NewOrder,
  type PaymentDriver,
  type PaymentStatus,
  type RefundStatus,
  UntrustedNotification,
} from '../driver.ts'
import { readJson, requestProvider, textIn } from '../providerRequests.ts'
import { signed, verifiedAnswer, verifyNotice } from './signing.ts'

type Json = Record<string, unknown>

class AlipayRefusal extends Error {
  readonly code: string

  constructor(said: Json) {
    super(`支付宝未受理（${textIn(said, 'code')} ${textIn(said, 'sub_code')}）`)
    this.code = textIn(said, 'sub_code')
  }
}

/** 2026-01-31 09:05:07, by the clock of Shanghai. */
const clock = (at: Date) => iso(at).slice(0, 19).replace('T', ' ')
const amountText = (fen: number) => (fen / 100).toFixed(2)

function fenIn(of: Json, name: string): number {
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(textIn(of, name))
  if (!found) throw new UntrustedNotification(`${name} 不是金额`)
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
}

function momentIn(of: Json, name: string): Date {
  const found = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/.exec(textIn(of, name))
  if (!found) throw new UntrustedNotification(`${name} 不是时间`)
  return new Date(`${found[1]}T${found[2]}+08:00`)
}

/** Alipay's gateway: pages and codes. */
export function alipay(settings: AlipaySettings): PaymentDriver {
  const { merchant, appId, endpoint } = settings

  const parametersOf = (method: string, content: object, more: Record<string, string> = {}) =>
    signed(
      {
        app_id: appId,
        method,
        format: 'JSON',
        charset: 'utf-8',
        sign_type: 'RSA2',
        timestamp: clock(new Date()),
        version: '1.0',
        ...more,
        biz_content: JSON.stringify(content),
      },
      settings,
    )
  const call = async (method: string, content: object, more?: Record<string, string>): Promise<Json> => {
    const { biz_content, ...inAddress } = parametersOf(method, content, more)
    const body = new URLSearchParams({ biz_content: biz_content! }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' }
    const answer = await requestProvider(`${endpoint}?${new URLSearchParams(inAddress)}`, {
      method: 'POST',
      headers,
      body,
    })
    const text = answer.body.toString('utf8')
    const said = readJson(verifiedAnswer(text, `${method.replaceAll('.', '_')}_response`, settings))
    if (textIn(said, 'code') !== '10000') throw new AlipayRefusal(said)
    return said
  }

  async function begin({
    number,
    about,
    fen,
    expiresAt,
    scene,
    notifyUrl,
    returnUrl,
  }: NewOrder): Promise<PaymentEntry> {
    const order = {
      out_trade_no: number,
      total_amount: amountText(fen),
      subject: about.slice(0, 120),
      time_expire: clock(expiresAt),
    }
    if (scene === 'page') {
      const content = { ...order, product_code: 'FAST_INSTANT_TRADE_PAY' }
      const addresses = { notify_url: notifyUrl, return_url: returnUrl }
      const parameters = parametersOf('alipay.trade.page.pay', content, addresses)
      return { kind: 'page', url: `${endpoint}?${new URLSearchParams(parameters)}` }
    }
    const said = await call('alipay.trade.precreate', order, { notify_url: notifyUrl })
    return { kind: 'code', text: textIn(said, 'qr_code') }
  }

  async function query(number: string): Promise<PaymentStatus> {
    try {
      const said = await call('alipay.trade.query', { out_trade_no: number })
      if (textIn(said, 'out_trade_no') !== number) throw new UntrustedNotification('应答说的是另一个订单')
      return readTrade(said, merchant, 'send_pay_date')
    } catch (error) {
      // Nobody has scanned the code yet: Alipay creates the trade at the first scan.
      if (error instanceof AlipayRefusal && error.code === 'ACQ.TRADE_NOT_EXIST')
        return { number, merchant, state: 'unknown' }
      throw error
    }
  }

  async function queryRefund({ number, orderNumber }: { number: string; orderNumber: string }): Promise<RefundStatus> {
    const content = { out_trade_no: orderNumber, out_request_no: number, query_options: ['gmt_refund_pay'] }
    const said = await call('alipay.trade.fastpay.refund.query', content)
    const isDone = textIn(said, 'refund_status') === 'REFUND_SUCCESS'
    const known = { number, orderNumber, merchant, fen: isDone ? fenIn(said, 'refund_amount') : 0 }
    if (!isDone) return { ...known, state: 'pending' }
    if (textIn(said, 'out_request_no') !== number) throw new UntrustedNotification('应答说的是另一笔退款')
    const doneAt = textIn(said, 'gmt_refund_pay') ? momentIn(said, 'gmt_refund_pay') : new Date()
    return { ...known, state: 'done', refundId: `${textIn(said, 'trade_no')}-${number}`, doneAt }
  }

  return {
    provider: 'alipay',
    merchant,
    scenes: ['code', 'page'],
    begin,
    query,
    close: async number => {
      await call('alipay.trade.close', { out_trade_no: number }).catch(error => {
        // Without a trade there is nothing to close; a code scanned after its expiry creates none.
        if (!(error instanceof AlipayRefusal && error.code === 'ACQ.TRADE_NOT_EXIST')) throw error
      })
    },
    refund: async ({ number, order, fen, reason }) => {
      const content = {
        out_trade_no: order.number,
        out_request_no: number,
        refund_amount: amountText(fen),
        refund_reason: reason.slice(0, 80),
      }
      const said = await call('alipay.trade.refund', content).catch(error => {
        if (error instanceof AlipayRefusal) return error
        throw error
      })
      if (said instanceof AlipayRefusal)
        return { number, orderNumber: order.number, merchant, fen, state: 'failed', why: said.message }
      // An accepted call does not mean that the money was refunded.
      return queryRefund({ number, orderNumber: order.number })
    },
    queryRefund,
    bill: async day => {
      if (day >= dayOf(new Date())) return undefined
      try {
        const content = { bill_type: 'trade', bill_date: day }
        const said = await call('alipay.data.dataservice.bill.downloadurl.query', content)
        const url = new URL(textIn(said, 'bill_download_url'))
        if (!isOfAlipay(url, endpoint)) throw new UntrustedNotification('账单的地址不是支付宝的')
        return await readBillFile((await requestProvider(url.href)).body)
      } catch (error) {
        if (error instanceof AlipayRefusal && /BILL_NOT_EXIST/i.test(error.code))
          return Date.now() - startOf(day).getTime() > 36 * 3_600_000 ? { lines: [], unread: [] } : undefined
        throw error
      }
    },
    hear: notice => ({ payment: parseNotification(settings, notice) }),
    answers: {
      heard: { status: 200, body: 'success' },
      refused: reason => ({ status: 400, body: 'failure', refused: reason }),
    },
  }
}

const isOfAlipay = (url: URL, endpoint: string) =>
  (url.protocol === 'https:' && /(^|\.)alipay(dev)?\.com$/.test(url.hostname)) ||
  url.origin === new URL(endpoint).origin

/** The notice names app and seller; a replay says what is known already. */
function parseNotification(settings: AlipaySettings, { body }: Notice): PaymentStatus {
  const said = Object.fromEntries(new URLSearchParams(body.toString('utf8')))
  verifyNotice(said, settings)
  if (said.app_id !== settings.appId || said.seller_id !== settings.merchant)
    throw new UntrustedNotification('不是我们的应用或收款账户')
  return readTrade(said, settings.merchant, 'gmt_payment')
}

function readTrade(of: Json, merchant: string, paidAt: string): PaymentStatus {
  const known = { number: textIn(of, 'out_trade_no'), merchant }
  switch (textIn(of, 'trade_status')) {
    case 'TRADE_SUCCESS':
    case 'TRADE_FINISHED': {
      const transactionId = textIn(of, 'trade_no')
      if (!transactionId) throw new UntrustedNotification('没有交易号')
      return { ...known, state: 'paid', transactionId, fen: fenIn(of, 'total_amount'), paidAt: momentIn(of, paidAt) }
    }
    case 'WAIT_BUYER_PAY':
      return { ...known, state: 'waiting' }
    case 'TRADE_CLOSED':
      return { ...known, state: 'closed' }
    default:
      return { ...known, state: 'unknown' }
  }
}

/** Maximum unpacked size in bytes of a day's bill, all its tables together. */
const MAX_BILL_BYTES = 64 << 20
const FIRST_COLUMN = '支付宝交易号'

/** 业务明细, of a ZIP file with tables in the encoding of Chinese Windows. The one with sums by shop is left aside. */
async function readBillFile(bytes: Buffer): Promise<Bill> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false, autoClose: false })
  try {
    let left = MAX_BILL_BYTES
    for await (const entry of zip.eachEntry()) {
      left -= entry.uncompressedSize
      if (left < 0) throw new Error('支付宝的账单过大')
      const table = textFrom(await buffer(await zip.openReadStreamPromise(entry)))
      if (table.includes(FIRST_COLUMN)) return readTable(table)
    }
  } finally {
    zip.close()
  }
  throw new Error('支付宝的账单里没有业务明细')
}

const isRefundIn = (cell: Cell) => cell('业务类型') === '退款'

/** Lines with # tell of the table; each value ends in a tab, so that no workbook takes it for a number. */
function readTable(table: string): Bill {
  const lines = table.split(/\r?\n/).filter(line => line && !line.startsWith('#'))
  const headings = lines[0]!.split(',').map(name => name.trim())
  const rows = lines.slice(1).map(line => fitCells(line.split('\t,'), headings, '\t,'))
  return readBillRows(rows, {
    headings,
    number: cell => cell(isRefundIn(cell) ? '退款批次号/请求号' : '商户订单号'),
    transactionId: FIRST_COLUMN,
    read: cell => {
      if (!cell('商户订单号')) return undefined
      const isRefund = isRefundIn(cell)
      const fee = cell('服务费（元）') ? Math.abs(billedFen(cell, '服务费（元）')) : 0
      return {
        kind: isRefund ? 'refund' : 'payment',
        transactionId: cell(FIRST_COLUMN),
        number: cell('商户订单号'),
        refundNumber: isRefund ? cell('退款批次号/请求号') : '',
        fen: Math.abs(billedFen(cell, '订单金额（元）')),
        feeFen: isRefund ? 0 - fee : fee,
      }
    },
  })
}
