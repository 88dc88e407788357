import { actNames, type Flow } from './flows.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, mark => `&#${mark.charCodeAt(0)};`)
const stateNames = { signing: '等待签章', signed: '已签', refused: '已拒签', expired: '已过期' } as const

const page = (title: string, body: string) =>
  `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:16px/1.6 system-ui;margin:2rem;max-width:60rem}td,th{padding:.25rem .75rem;text-align:left;border-bottom:1px solid #ddd}form{display:inline}button{font:inherit;margin:.25rem}</style>
<h1>${title}</h1>${body}</html>`

const button = (action: string, text: string, [name, value]: [string, string]) =>
  `<form method="post" action="${action}"><input type="hidden" name="${name}" value="${value}"><button>${text}</button></form>`

type List = { base: string; tells: boolean; answers: boolean; flows: readonly Flow[] }

/** Lists the documents to sign, and sets how the service behaves from now on. */
export function listPage({ base, tells, answers, flows }: List): string {
  const toggle = (name: string, on: boolean, called: string) =>
    `<div>${called}：<b>${on ? '是' : '否'}</b> ${button(`${base}/behave`, on ? '改为否' : '改为是', [name, on ? 'no' : 'yes'])}</div>`
  const rows = flows
    .toReversed()
    .map(
      ({ asked, state }) =>
        `<tr><td><a href="${base}/sign/${asked.flowNumber}">${asked.flowNumber}</a></td><td>${escaped(asked.signatory.name)}</td><td>${escaped(asked.title)}</td><td>${stateNames[state]}</td></tr>`,
    )
    .join('')
  const table = `<table><thead><tr><th>流程编号</th><th>签章单位</th><th>文件</th><th>状态</th></tr></thead><tbody>${rows}</tbody></table>`
  return page(
    '电子签章服务（替身）',
    `${toggle('tells', tells, '有了结果就通知网站')}${toggle('answers', answers, '应答网站的请求')}${flows.length ? table : '<p>还没有送签的文件。</p>'}`,
  )
}

/** Page on which the company signs, or somebody misbehaves in its name. */
export function flowPage({ base, flow }: { base: string; flow: Flow }): string {
  const { asked, state, reason } = flow
  const acts = Object.entries(actNames)
    .map(([act, name]) => button(`${base}/act/${asked.flowNumber}`, name, ['act', act]))
    .join('')
  return page(
    '签署文件（替身）',
    `<p>${escaped(asked.title)}，由 ${escaped(asked.signatory.name)} ${escaped(asked.signatory.creditCode)} 签章。</p>
<p><a href="${base}/form/${asked.flowNumber}">查看文件</a></p><p>状态：${stateNames[state]}${reason ? `：${escaped(reason)}` : ''}</p>
${state === 'signing' ? acts : ''}<p><a href="${escaped(asked.returnUrl)}">回到网站</a></p><p><a href="${base}/">全部流程</a></p>`,
  )
}
