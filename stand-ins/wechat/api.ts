import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Stage } from '../standIn.ts'
import { tell } from './follower.ts'
import { isToken, type Platform } from './platform.ts'

type Json = Record<string, unknown>
type Query = Record<string, string | undefined>

const TOKEN_LIFETIME_S = 7200

const refuse = (errcode: number, errmsg: string) => ({ errcode, errmsg })
export const bodyOf = ({ body }: FastifyRequest): Json => JSON.parse((body as Buffer).toString())

/** The published interface, as far as the site uses it. */
export function openApi(app: FastifyInstance, platform: Platform, { site }: Stage) {
  const { account } = platform
  const withToken = (answer: (body: Json) => object) => (request: FastifyRequest) =>
    isToken(platform, (request.query as Query).access_token)
      ? answer(bodyOf(request))
      : refuse(40001, 'invalid credential, access_token is invalid or not latest')

  app.addHook('preHandler', async (request, reply) => applyFault(platform, request, reply))

  app.post('/cgi-bin/stable_token', async request => {
    const { grant_type, appid, secret } = bodyOf(request)
    if (grant_type !== 'client_credential') return refuse(40002, 'invalid grant_type')
    if (appid !== account.appId) return refuse(40013, 'invalid appid')
    if (secret !== account.appSecret) return refuse(40125, 'invalid appsecret')
    platform.token.asked++
    if (Date.now() > platform.token.until) issueCredential(platform, 'token')
    return { access_token: platform.token.value, expires_in: secondsTo(platform.token.until) }
  })

  app.get<{ Querystring: Query }>('/cgi-bin/ticket/getticket', async ({ query }) => {
    if (!isToken(platform, query.access_token)) return refuse(40001, 'invalid credential')
    if (query.type !== 'jsapi') return refuse(40097, 'invalid args')
    platform.ticket.asked++
    if (Date.now() > platform.ticket.until) issueCredential(platform, 'ticket')
    return { ...refuse(0, 'ok'), ticket: platform.ticket.value, expires_in: secondsTo(platform.ticket.until) }
  })

  app.post(
    '/cgi-bin/qrcode/create',
    withToken(({ action_name, action_info, expire_seconds }) => {
      const scene = (action_info as { scene?: { scene_str?: unknown } })?.scene?.scene_str
      if (action_name !== 'QR_STR_SCENE' || typeof scene !== 'string' || scene.length < 1 || scene.length > 64)
        return refuse(40097, 'invalid args')
      const seconds = Number(expire_seconds ?? 60)
      const name = platform.random()
      const url = `http://weixin.qq.com/q/${platform.random(12)}`
      platform.codes.push({ scene, ticket: name, url, until: Date.now() + seconds * 1000 })
      platform.codes.splice(0, platform.codes.length - 50)
      return { ticket: name, expire_seconds: seconds, url }
    }),
  )

  app.post(
    '/cgi-bin/message/template/send',
    withToken(({ touser, template_id, data, url, client_msg_id = '' }) => {
      const of = platform.followers.find(({ openid }) => openid === touser)
      if (!of) return refuse(40003, 'invalid openid')
      if (!of.isFollowing) return refuse(43004, 'require subscribe')
      if (typeof template_id !== 'string' || !/^TM\w+$/.test(template_id)) return refuse(40037, 'invalid template_id')
      const fields = Object.entries(data as Record<string, { value: string }>)
      for (const [name, { value }] of fields)
        if (typeof value !== 'string' || value === '' || (/^thing\d+$/.test(name) && [...value].length > 20))
          return refuse(47003, `argument invalid! data.${name}.value invalid`)
      const known = platform.sent.find(one => client_msg_id !== '' && one.clientId === client_msg_id)
      if (known) return accepted(known.id)
      const id = String(2_961_098_720_513_523_700n + BigInt(platform.sent.length))
      platform.sent.push({
        id,
        openid: of.openid,
        templateId: template_id,
        data: data as object,
        clientId: String(client_msg_id),
      })
      of.received.unshift({
        at: new Date().toISOString(),
        templateId: template_id,
        text: fields.map(([name, { value }]) => `${name}：${value}`).join('\n'),
        url: typeof url === 'string' ? url : undefined,
      })
      void finish(platform, site, of.openid, id, 'success')
      return accepted(id)
    }),
  )

  app.get<{ Querystring: Query }>('/sns/oauth2/access_token', async ({ query }) => {
    if (query.appid !== account.appId || query.secret !== account.appSecret) return refuse(40125, 'invalid appsecret')
    if (query.grant_type !== 'authorization_code') return refuse(40002, 'invalid grant_type')
    const openid = platform.grants.get(query.code ?? '')
    if (!openid) return refuse(40029, 'invalid code')
    platform.grants.delete(query.code!)
    const token = platform.random()
    return {
      access_token: token,
      expires_in: TOKEN_LIFETIME_S,
      refresh_token: platform.random(),
      openid,
      scope: 'snsapi_base',
    }
  })

  app.post<{ Querystring: Query }>('/cgi-bin/webhook/send', async request => {
    if (request.query.key !== account.robotKey) return refuse(93000, 'invalid webhook url')
    const { msgtype, text } = bodyOf(request) as {
      msgtype?: string
      text?: { content?: string; mentioned_mobile_list?: string[] }
    }
    const content = text?.content ?? ''
    if (msgtype !== 'text' || content === '') return refuse(40008, 'invalid message type')
    if (Buffer.byteLength(content) > 2048) return refuse(40058, 'text exceed max length 2048')
    const mentioned = text?.mentioned_mobile_list ?? []
    platform.alarms.unshift({ at: new Date().toISOString(), content, mentioned })
    return refuse(0, 'ok')
  })
}

/** Written by hand: the message id exceeds the safe integers of JavaScript. */
const accepted = (id: string) => Buffer.from(`{"errcode":0,"errmsg":"ok","msgid":${id}}`)

const secondsTo = (until: number) => Math.floor((until - Date.now()) / 1000)

function issueCredential(platform: Platform, what: 'token' | 'ticket') {
  platform[what].value = platform.random(48)
  platform[what].until = Date.now() + TOKEN_LIFETIME_S * 1000
}

/** Sends the delivery status of a template message a moment later. */
export const finish = (platform: Platform, site: string, openid: string, id: string, status: string) =>
  tell(site, platform.account, {
    FromUserName: openid,
    MsgType: 'event',
    Event: 'TEMPLATESENDJOBFINISH',
    MsgID: id,
    Status: status,
  }).catch(() => {})

async function applyFault(platform: Platform, request: FastifyRequest, reply: FastifyReply) {
  const at = platform.mishaps.findIndex(({ path }) => request.url.includes(path))
  if (at < 0) return
  const [{ errcode, delay = 0, cut }] = platform.mishaps.splice(at, 1) as [Platform['mishaps'][number]]
  if (delay) await wait(delay)
  if (cut) {
    reply.hijack()
    return void request.raw.socket.destroy()
  }
  if (errcode) return reply.send(refuse(errcode, 'as demanded'))
}
