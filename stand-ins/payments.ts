/** Shared parts of the mock payment providers: orders, bills, and ways to misbehave. */

export type StandInOrder = {
  number: string
  about: string
  fen: number
  expiresAt: number
  notifyUrl: string
  state: 'waiting' | 'paid' | 'closed'
  transactionId: string
  paidAt: Date | undefined
  refunds: StandInRefund[]
}
export type StandInRefund = { number: string; refundId: string; fen: number; at: Date; state: 'done' | 'failed' }

/** A line of a bill, as it is planted or counted. */
export type Line = {
  kind: 'payment' | 'refund'
  transactionId: string
  number: string
  refundNumber: string
  fen: number
  feeFen: number
  /** Name of the goods, as the order had it. */
  about?: string
  /** A text in place of the sum, such as no bill should have. */
  sumText?: string
}

/** 0.6 %, as both take it of small merchants. */
export const feeOf = (fen: number) => Math.round(fen * 0.006)

export const dayOf = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
/** 2026-01-31 09:05:07, by the clock of Shanghai. */
export const clockOf = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
export const yuanText = (fen: number) => (fen / 100).toFixed(2)

let last = 0
export const nextId = (prefix: string) => `${prefix}${Date.now()}${String(++last).padStart(8, '0')}`

/** Movements of a day, or the bill that a test has put in their place. */
export class Ledger {
  readonly orders = new Map<string, StandInOrder>()
  readonly planted = new Map<string, Line[]>()

  refundOf(number: string) {
    for (const order of this.orders.values()) {
      const refund = order.refunds.find(of => of.number === number)
      if (refund) return { order, refund }
    }
    return undefined
  }

  linesOf(day: string): Line[] {
    const planted = this.planted.get(day)
    if (planted) return planted
    return [...this.orders.values()].flatMap(order => {
      const { number, transactionId, paidAt, fen, about } = order
      if (!paidAt) return []
      const payment: Line = { kind: 'payment', transactionId, number, refundNumber: '', fen, feeFen: feeOf(fen), about }
      const refunds = order.refunds
        .filter(({ at, state }) => state === 'done' && dayOf(at) === day)
        .map<Line>(of => ({
          kind: 'refund',
          transactionId,
          number,
          refundNumber: of.number,
          fen: of.fen,
          feeFen: -feeOf(of.fen),
          about,
        }))
      return dayOf(paidAt) === day ? [payment, ...refunds] : refunds
    })
  }
}

/** Delivery of notifications: correctly, or with the faults that happen on the internet. */
export const manners = {
  once: '通知一次',
  twice: '同时通知两次',
  late: '迟到三秒',
  forged: '签名是伪造的',
  wrongSum: '金额不符',
  silent: '不通知',
  cut: '通知中途断开',
} as const
export type Manner = keyof typeof manners
export const isManner = (text: string): text is Manner => Object.hasOwn(manners, text)

export type Notification = { headers: Record<string, string>; body: string }

/** Tells it to the site, in that manner. */
export async function sendNotification(
  url: string,
  manner: Manner,
  make: (how: { forged: boolean; fenMore: number }) => Notification,
) {
  const send = async ({ headers, body }: Notification, limit?: number) => {
    const signal = limit === undefined ? AbortSignal.timeout(10_000) : AbortSignal.timeout(limit)
    await fetch(url, { method: 'POST', headers, body, signal }).catch(() => undefined)
  }
  const told = make({ forged: manner === 'forged', fenMore: manner === 'wrongSum' ? 100 : 0 })
  switch (manner) {
    case 'silent':
      return
    case 'twice':
      await Promise.all([send(told), send(told)])
      return
    case 'late':
      setTimeout(() => void send(told), 3000).unref()
      return
    case 'cut':
      return send(told, 5)
    default:
      return send(told)
  }
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, sign => escapes[sign]!)

/** A page on which somebody plays the person with the phone. */
export const page = (title: string, body: string) => `<!doctype html><html lang="zh-CN"><meta charset="utf-8">
<link rel="icon" href="data:,"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<style>body{font:16px/1.7 sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}button{font:inherit;padding:.3rem 1rem}
td,th{padding:.2rem .6rem;text-align:left}form{display:inline}</style><h1>${escapeHtml(title)}</h1>${body}`

/** The page of an order: what is to be paid, and what the payer does. */
export const payPage = (title: string, { number, about, fen, state }: StandInOrder, action: string) =>
  page(
    title,
    `<p>${escapeHtml(about)}</p><p><strong>¥${yuanText(fen)}</strong>　订单 ${number}</p>` +
      (state === 'waiting'
        ? `<form method="post" action="${action}"><input type="hidden" name="number" value="${number}">
<p><label>通知方式 <select name="manner">${Object.entries(manners)
            .map(([code, name]) => `<option value="${code}">${name}</option>`)
            .join('')}</select></label></p>
<button name="act" value="pay">付款</button> <button name="act" value="refuse">不付</button></form>`
        : `<p role="status">${state === 'paid' ? '已付款' : '订单已关闭'}</p>`),
  )

export const ordersPage = (title: string, ledger: Ledger, linkOf: (number: string) => string) =>
  page(
    title,
    `<table><tr><th>订单<th>金额<th>状态</tr>${[...ledger.orders.values()]
      .toReversed()
      .slice(0, 100)
      .map(
        ({ number, fen, state }) =>
          `<tr><td><a href="${linkOf(number)}">${number}</a><td>¥${yuanText(fen)}<td>${{ waiting: '等待支付', paid: '已付款', closed: '已关闭' }[state]}</tr>`,
      )
      .join('')}</table>`,
  )
