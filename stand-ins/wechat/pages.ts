import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Stage } from '../standIn.ts'
import { bodyOf, finish } from './api.ts'
import { type Follower, tell } from './follower.ts'
import type { Mishap, Platform } from './platform.ts'

type Query = Record<string, string | undefined>

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, mark => MARKS[mark]!)

/** Escapes a text of the account, except for the links that it may contain. */
const shown = (text: string) =>
  escaped(text)
    .replace(/&lt;a href=&quot;(.+?)&quot;&gt;(.+?)&lt;\/a&gt;/g, '<a target="_blank" href="$1">$2</a>')
    .replaceAll('\n', '<br>')

const page = (title: string, body: string) =>
  `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:16px/1.7 sans-serif;max-width:40rem;margin:1rem auto;padding:0 1rem}button,a{padding:.25rem .5rem}article{border:1px solid #ccc;border-radius:6px;padding:.5rem 1rem;margin:.5rem 0}</style>
<h1>${title}</h1>${body}</html>`

/** Pages on which somebody plays the person with the phone, and what tests do by the same addresses. */
export function openPages(app: FastifyInstance, platform: Platform, { origin, site }: Stage) {
  const html = (reply: FastifyReply, title: string, body: string) =>
    reply.type('text/html; charset=utf-8').send(page(title, body))
  const formOf = ({ body }: FastifyRequest) => new URLSearchParams((body as Buffer | undefined)?.toString() ?? '')
  const whoIn = (openid: string | null | undefined) => {
    const found = platform.followers.find(one => one.openid === openid)
    if (!found) throw new Error('没有这个人')
    return found
  }
  const event = async (of: Follower, more: Record<string, string>) => {
    const { status, reply } = await tell(site, platform.account, { FromUserName: of.openid, MsgType: 'event', ...more })
    if (reply) of.received.unshift({ at: new Date().toISOString(), text: reply })
    return { status, reply }
  }

  app.get('/', (_, reply) =>
    html(
      reply,
      '微信替身',
      `<p>谁的手机：</p><ul>${platform.followers
        .map(({ openid, name }) => `<li><a href="${origin}/phone?who=${openid}">${name}</a></li>`)
        .join('')}</ul><p><a href="${origin}/robot">企业微信群机器人收到的</a></p>`,
    ),
  )

  app.get<{ Querystring: Query }>('/phone', (request, reply) => {
    const of = whoIn(request.query.who)
    const act = (path: string, label: string, more = '') =>
      `<form method="post" action="${origin}/${path}"><input type="hidden" name="who" value="${of.openid}">${more}<button>${label}</button></form>`
    const codes = platform.codes
      .filter(({ until }) => until > Date.now())
      .toReversed()
      .map(({ ticket }, i) =>
        act(
          'scan',
          i ? `扫更早的二维码（${i}）` : '扫屏幕上的二维码',
          `<input type="hidden" name="ticket" value="${ticket}">`,
        ),
      )
    const received = of.received.map(
      ({ at, text, url }) =>
        `<article><small>${at}</small><p>${shown(text)}</p>${url ? `<a target="_blank" href="${escaped(url)}">查看详情</a>` : ''}</article>`,
    )
    return html(
      reply,
      `${of.name}的微信`,
      `<p>${of.isFollowing ? '已关注服务号' : '未关注服务号'}</p>
${of.isFollowing ? act('unsubscribe', '取消关注') : act('subscribe', '关注服务号')}
<h2>扫一扫</h2>${codes.join('') || '<p>现在没有二维码</p>'}<h2>收到的消息</h2>${received.join('') || '<p>还没有</p>'}
<p><a href="${origin}/phone?who=${of.openid}">刷新</a></p>`,
    )
  })

  const played = (path: string, act: (of: Follower, form: URLSearchParams) => Promise<object>) =>
    app.post(path, async (request, reply) => {
      const form = formOf(request)
      const of = whoIn(form.get('who'))
      const done = await act(of, form)
      return request.headers.accept?.includes('json') ? done : reply.redirect(`${origin}/phone?who=${of.openid}`, 303)
    })

  played('/scan', async (of, form) => {
    const code = platform.codes.find(one => one.ticket === form.get('ticket') || one.url === form.get('url'))
    if (!code || code.until < Date.now()) return { status: 0, reply: '二维码已失效' }
    if (of.isFollowing) return event(of, { Event: 'SCAN', EventKey: code.scene, Ticket: code.ticket })
    platform.follow(of, true)
    return event(of, { Event: 'subscribe', EventKey: `qrscene_${code.scene}`, Ticket: code.ticket })
  })
  played('/subscribe', async of => {
    platform.follow(of, true)
    return event(of, { Event: 'subscribe' })
  })
  played('/unsubscribe', async of => {
    platform.follow(of, false)
    return event(of, { Event: 'unsubscribe' })
  })

  app.get<{ Querystring: Query }>('/connect/oauth2/authorize', async ({ query }, reply) => {
    const { appid, redirect_uri = '', response_type, scope, state = '', who } = query
    if (appid !== platform.account.appId || response_type !== 'code' || scope !== 'snsapi_base')
      return html(reply, '微信授权', '<p>参数错误</p>')
    if (new URL(redirect_uri).origin !== new URL(site).origin)
      return html(reply, '微信授权', '<p>redirect_uri 域名与后台配置不一致，错误码：10003</p>')
    const backFor = (openid: string) => {
      const code = platform.random(16)
      platform.grants.set(code, openid)
      return `${redirect_uri}?${new URLSearchParams({ code, state })}`
    }
    if (who) return reply.redirect(backFor(whoIn(who).openid))
    const links = platform.followers.map(
      ({ openid, name }) => `<li><a href="${escaped(backFor(openid))}">${name}</a></li>`,
    )
    return html(reply, '微信授权', `<p>以谁的微信打开：</p><ul>${links.join('')}</ul>`)
  })

  app.get('/robot', (_, reply) =>
    html(
      reply,
      '群机器人收到的',
      platform.alarms
        .map(({ at, content }) => `<article><small>${at}</small><p>${shown(content)}</p></article>`)
        .join('') || '<p>还没有</p>',
    ),
  )

  app.get('/played', () => ({
    tokensAsked: platform.token.asked,
    codes: platform.codes,
    followers: platform.followers,
    sent: platform.sent,
    alarms: platform.alarms,
  }))
  app.post('/mishap', request => {
    platform.mishaps.push(bodyOf(request) as Mishap)
    return {}
  })
  app.post('/finish', async request => {
    const { openid, id, status } = bodyOf(request) as { openid: string; id: string; status: string }
    return (await finish(platform, site, openid, id, status)) ?? {}
  })
}
