import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { bodyOf } from '../signedProtocol.ts'

export type Account = { appKey: string; appSecret: string; taxNumber: string }
export type Reply = { code: string; describe: string; result?: unknown }

/** Authenticates callers: issues tokens, and checks the token, the signature and the tax number of every call. */
export function openGateway({ appKey, appSecret, taxNumber }: Account) {
  const tokens = new Set<string>()
  let lent = 0

  /** The signature of a call, from the published order of its parts. */
  const signed = (parts: readonly [string, string][]) =>
    createHmac('sha1', Buffer.from(appSecret, 'utf8'))
      .update(Buffer.from(parts.map(([name, value]) => `${name}=${value}`).join('&'), 'utf8'))
      .digest('base64')

  return {
    /** Number of tokens requested so far. */
    lent: () => lent,
    expireAll: () => tokens.clear(),
    lend: (form: URLSearchParams): { status: number; body: object } => {
      lent++
      if (form.get('grant_type') !== 'client_credentials')
        return { status: 200, body: { error: '070307', error_description: 'Incorrect appType' } }
      if (form.get('client_id') !== appKey)
        return { status: 200, body: { error: '070304', error_description: 'Incorrect clientId' } }
      if (form.get('client_secret') !== appSecret)
        return { status: 200, body: { error: '070305', error_description: 'Incorrect clientSecret' } }
      const token = randomBytes(16).toString('hex')
      tokens.add(token)
      return { status: 200, body: { access_token: token, expires_in: '86400' } }
    },
    /** Why a call is not even looked at. */
    faultOf: (request: FastifyRequest<{ Querystring: Record<string, string> }>): Reply | undefined => {
      const { senid = '', nonce = '', timestamp = '', appkey = '' } = request.query
      const header = (name: string) => String(request.headers[name] ?? '')
      if (appkey !== appKey) return { code: '070101', describe: '获取app密钥失败或appkey无效' }
      if (!/^[0-9a-z]{32}$/i.test(senid) || !/^[1-9]\d{7}$/.test(nonce))
        return { code: '070602', describe: '公共参数不正确' }
      if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 600) return { code: '070603', describe: '时间戳超出范围' }
      const wanted = signed([
        ['a', 'services'],
        ['l', 'v1'],
        ['p', 'open'],
        ['k', appkey],
        ['i', senid],
        ['n', nonce],
        ['t', timestamp],
        ['f', bodyOf(request).toString('utf8')],
      ])
      if (header('x-nuonuo-sign') !== wanted) return { code: '070601', describe: '签名不匹配' }
      if (!tokens.has(header('accesstoken'))) return { code: '070304', describe: 'bad credentials' }
      if (header('usertax') !== taxNumber) return { code: '070901', describe: '应用没有得到这个税号的授权' }
      return undefined
    },
  }
}
export type Gateway = ReturnType<typeof openGateway>
