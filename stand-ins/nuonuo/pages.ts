import { escapeHtml, page } from '../payments.ts'
import { type Books, type Mode, modeNames } from './books.ts'

const statusNames = { '2': '已开', '20': '开票中', '22': '失败', '24': '签章失败' } as const

type Page = { base: string; mode: Mode; books: Books }

/** Lists requests and issued invoices, with buttons for what can be done with them. */
export function listPage({ base, mode, books }: Page): string {
  const button = (text: string, fields: Record<string, string>) =>
    `<form method="post" action="${base}/act">${Object.entries(fields)
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
      .join('')}<button>${text}</button></form>`
  const modes = Object.entries(modeNames)
    .map(([code, name]) => (code === mode ? `<b>${name}</b>` : button(name, { mode: code })))
    .join(' ')
  const invoices = books.invoices
    .toReversed()
    .map(
      ({ orderNo, serialNo, buyerName, excluded, tax, status, number }) =>
        `<tr><td>${escapeHtml(orderNo)}<td>${escapeHtml(buyerName)}<td>${((excluded + tax) / 100).toFixed(2)}<td>${statusNames[status]}<td>${
          status === '2'
            ? `<a href="${base}/files/${serialNo}.pdf">${number}</a>`
            : button('开具', { orderNo, act: 'issue' })
        }</tr>`,
    )
    .join('')
  const forms = books.forms
    .toReversed()
    .map(
      ({ billId, billNo, blueNumber, atBureau }) =>
        `<tr><td>${billNo}<td>${escapeHtml(blueNumber)}<td>${escapeHtml(atBureau)}<td>${
          atBureau === '02'
            ? `${button('购买方同意', { billId, act: 'agree' })} ${button('不同意', { billId, act: 'deny' })}`
            : ''
        }</tr>`,
    )
    .join('')
  return page(
    '诺诺开放平台（替身）',
    `<p>之后收到的请求：${modes}</p><p>${button('让令牌失效', { act: 'expire' })}</p>
<h2>发票</h2><table><tr><th>订单号<th>购方<th>价税合计<th>状态<th>号码</tr>${invoices}</table>
<h2>红字确认单</h2><table><tr><th>编号<th>蓝字<th>状态<th>购买方在税务局</tr>${forms}</table>`,
  )
}
