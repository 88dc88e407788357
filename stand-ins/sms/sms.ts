import type { FastifyInstance } from 'fastify'
import { secretIn } from '../signedProtocol.ts'
import type { StandIn } from '../standIn.ts'
import { ALIYUN_VARIABLE, type AliyunAccount, aliyunSendSms } from './aliyun.ts'
import { type FiledTemplate, rateCounter, templateFault } from './rules.ts'
import { TENCENT_VARIABLE, type TencentAccount, tencentSendSms } from './tencent.ts'

export type SmsGateway = {
  aliyun: AliyunAccount
  tencent: TencentAccount
  templates: { aliyun: FiledTemplate[]; tencent: FiledTemplate[] }
  sent: { provider: 'aliyun' | 'tencent'; phone: string; text: string; template: string }[]
}

const variables = { aliyun: ALIYUN_VARIABLE, tencent: TENCENT_VARIABLE }

/** Files a template as in a provider's console; throws why it is refused. */
export function fileTemplate({ templates }: SmsGateway, provider: 'aliyun' | 'tencent', of: FiledTemplate): void {
  const fault = templateFault(of, variables[provider])
  if (fault) throw new Error(fault)
  templates[provider] = [...templates[provider].filter(({ code }) => code !== of.code), of]
}

/** Both gateways: /aliyun and /tencent, each at its root as the providers have it. */
export function openGateway(app: FastifyInstance, gateway: SmsGateway, now: () => number = Date.now): void {
  const rates = { aliyun: rateCounter(now), tencent: rateCounter(now) }
  app.all('/aliyun/', (request, reply) => {
    const query = new URLSearchParams(request.raw.url!.split('?')[1] ?? '')
    const { status, body, sent } = aliyunSendSms(
      { method: request.method, query, headers: request.headers },
      gateway.aliyun,
      gateway.templates.aliyun,
      rates.aliyun,
    )
    if (sent) gateway.sent.push({ provider: 'aliyun', ...sent })
    return reply.status(status).send(body)
  })
  app.all('/tencent/', (request, reply) => {
    const call = { method: request.method, body: request.body as Buffer, headers: request.headers }
    const { body, sent } = tencentSendSms(call, gateway.tencent, gateway.templates.tencent, rates.tencent)
    if (sent) gateway.sent.push({ provider: 'tencent', ...sent })
    return reply.send(body)
  })
}

const escaped = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)

/**
 * 短信服务 of Alibaba Cloud and Tencent Cloud, with a console for templates and a phone that shows what arrived.
 * Which of them sends is chosen by SMS_PROVIDER; without it texts go into a file.
 */
export const sms: StandIn = {
  name: 'sms',
  title: '短信（阿里云、腾讯云）',
  open: async (app, stage) => {
    const secret = (await secretIn(stage.folder)).slice(0, 32)
    const gateway: SmsGateway = {
      aliyun: { keyId: 'LTAIstandin', keySecret: secret, signNames: ['示例协会'] },
      tencent: { secretId: 'AKIDstandin', secretKey: secret, appId: '1400000001', signNames: ['示例协会'] },
      templates: { aliyun: [], tencent: [] },
      sent: [],
    }
    openGateway(app, gateway)
    app.get('/', (_, reply) => reply.type('text/html; charset=utf-8').send(page(gateway)))
    app.post('/file', (request, reply) => {
      const form = new URLSearchParams((request.body as Buffer).toString())
      const provider = form.get('provider') === 'tencent' ? 'tencent' : 'aliyun'
      const number = gateway.templates[provider].length + 1
      const code = provider === 'aliyun' ? `SMS_${100_000_000 + number}` : String(1_110_000 + number)
      const type = form.get('type') === 'code' ? 'code' : 'notice'
      try {
        fileTemplate(gateway, provider, { code, type, text: form.get('text') ?? '' })
      } catch (error) {
        return reply.type('text/html; charset=utf-8').send(page(gateway, `审核未通过：${(error as Error).message}`))
      }
      return reply.type('text/html; charset=utf-8').send(page(gateway, `审核通过，编号 ${code}`))
    })
    return {
      ALIYUN_SMS_KEY_ID: gateway.aliyun.keyId,
      ALIYUN_SMS_KEY_SECRET: secret,
      ALIYUN_SMS_SIGN_NAME: '示例协会',
      ALIYUN_SMS_ENDPOINT: `${stage.origin}/aliyun`,
      TENCENT_SMS_SECRET_ID: gateway.tencent.secretId,
      TENCENT_SMS_SECRET_KEY: secret,
      TENCENT_SMS_APP_ID: gateway.tencent.appId,
      TENCENT_SMS_SIGN_NAME: '示例协会',
      TENCENT_SMS_ENDPOINT: `${stage.origin}/tencent`,
    }
  },
}

function page({ templates, sent }: SmsGateway, told = ''): string {
  const rows = (['aliyun', 'tencent'] as const).flatMap(provider =>
    templates[provider].map(({ code, text }) => `<li>${provider} ${code}：${escaped(text)}</li>`),
  )
  const texts = sent.map(({ provider, phone, text }) => `<li>${provider} ${phone}：${escaped(text)}</li>`).toReversed()
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>短信</title><h1>短信</h1><p role="status">${escaped(told)}</p>
<form method="post" action="file"><select name="provider" aria-label="服务商"><option value="aliyun">阿里云</option><option value="tencent">腾讯云</option></select>
<select name="type" aria-label="类型"><option value="notice">通知</option><option value="code">验证码</option></select>
<input name="text" aria-label="模板内容" size="80"><button>报备</button></form>
<h2>模板</h2><ul>${rows.join('')}</ul><h2>收到的短信</h2><ul>${texts.join('')}</ul></html>`
}
