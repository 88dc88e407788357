import { type Entry, type Mode, modeNames } from './books.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, mark => `&#${mark.charCodeAt(0)};`)
const stateNames = { issuing: '等待', issued: '已开', failed: '拒绝' } as const

type Page = { base: string; mode: Mode; entries: readonly Entry[] }

/** Lists requests and issued invoices, with buttons for what can be done with them. */
export function listPage({ base, mode, entries }: Page): string {
  const button = (text: string, fields: Record<string, string>) =>
    `<form method="post" action="${base}/act" style="display:inline">${Object.entries(fields)
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
      .join('')}<button>${text}</button></form>`
  const modes = Object.entries(modeNames)
    .map(([code, name]) => (code === mode ? `<b>${name}</b>` : button(name, { mode: code })))
    .join(' ')
  const rows = entries.map(entry => row(entry, base, button)).join('')
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><link rel="icon" href="data:,"><title>开票平台（替身）</title>
<style>body{font:16px/1.6 system-ui;margin:2rem;max-width:72rem}td,th{padding:.25rem .75rem;text-align:left;border-bottom:1px solid #ddd}</style>
<h1>开票平台（替身）</h1><p>之后收到的请求：${modes}</p>
${entries.length === 0 ? '<p>还没有收到请求。</p>' : `<table><thead><tr><th>请求编号</th><th>购买方</th><th>金额</th><th>状态</th><th>号码</th><th>文件</th><th>办理</th></tr></thead><tbody>${rows}</tbody></table>`}</html>`
}

function row(
  { asked, state, number, reason }: Entry,
  base: string,
  button: (text: string, fields: Record<string, string>) => string,
) {
  const { requestNumber } = asked
  const act = (text: string, code: string) => button(text, { requestNumber, act: code })
  const acts = state === 'issuing' ? `${act('开具', 'issue')} ${act('拒绝', 'fail')}` : act('再通知一次', 'notify')
  const files =
    state === 'issued'
      ? ['pdf', 'ofd', 'xml'].map(kind => `<a href="${base}/paper/${requestNumber}/${kind}">${kind}</a>`).join(' ')
      : ''
  const amount = `${asked.colour === 'red' ? '-' : ''}${asked.amount}`
  return `<tr><td>${escaped(requestNumber)}</td><td>${escaped(asked.buyer.name)}</td><td>${escaped(amount)}</td><td>${stateNames[state]}${reason ? `：${escaped(reason)}` : ''}</td><td>${number}</td><td>${files}</td><td>${acts}</td></tr>`
}
