import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { callProvider } from '#lib/server/http/callProvider.ts'
import { parseJson } from '#lib/server/http/signedCalls.ts'
import type { NuonuoSettings } from '#lib/server/process/invoiceSettings.ts'
import { type DriverContext, ProviderRefusal, ProviderUnavailable } from '../invoiceDriver.ts'
import { dropToken, tokenOf } from './token.ts'

const MAX_ANSWER_BYTES = 512 << 10
export const OK = 'E0000'

/** A value as the platform sends it: text, a number, or nothing. */
export const textField = z
  .union([z.string(), z.number()])
  .nullish()
  .transform(value => String(value ?? '').slice(0, 1000))
const envelope = z.object({ code: textField, describe: textField, result: z.unknown().optional() })
export type Answer = z.output<typeof envelope>

type Signed = { appKey: string; senid: string; nonce: string; timestamp: string; body: string }

/** X-Nuonuo-Sign: over the three parts of the gateway's path, who asks, when, and the body byte for byte. */
export const signatureOf = (secret: string, { appKey, senid, nonce, timestamp, body }: Signed): string =>
  createHmac('sha1', secret)
    .update(`a=services&l=v1&p=open&k=${appKey}&i=${senid}&n=${nonce}&t=${timestamp}&f=${body}`)
    .digest('base64')

/** Asks the gateway, with a token; once more with another where it takes that one no longer. */
export async function callNuonuo(
  ctx: DriverContext,
  of: NuonuoSettings,
  method: string,
  content: object,
): Promise<Answer> {
  const ask = async () => {
    const token = await tokenOf(ctx, of)
    return { token, answer: await post(of, token, method, JSON.stringify(content)) }
  }
  const first = await ask()
  if (!isTokenRejected(first.answer) || of.token !== '') return requireAccepted(first.answer)
  await dropToken(ctx, of, first.token)
  return requireAccepted((await ask()).answer)
}

async function post(of: NuonuoSettings, token: string, method: string, body: string): Promise<Answer> {
  const { appKey } = of
  const senid = randomUUID().replaceAll('-', '')
  const nonce = String(randomInt(10_000_000, 100_000_000))
  const timestamp = String(Math.floor(Date.now() / 1000))
  const query = new URLSearchParams({ senid, nonce, timestamp, appkey: appKey })
  const answered = await callProvider(`${of.api}/open/v1/services?${query}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=UTF-8',
      'x-nuonuo-sign': signatureOf(of.appSecret, { appKey, senid, nonce, timestamp, body }),
      accesstoken: token,
      usertax: of.taxNumber,
      method,
    },
    body,
    most: MAX_ANSWER_BYTES,
  })
  const read = envelope.safeParse(parseJson(answered.body))
  if (answered.status !== 200 || !read.success) throw new Error(`诺诺的应答无法识别（${answered.status}）`)
  return read.data
}

const TOKEN_LIMIT_REACHED = '070306'
/**
 * Returns whether the token is rejected. The platform publishes no code for that, only that 0703xx codes concern
 * tokens.
 */
const isTokenRejected = ({ code, describe }: Answer) =>
  (/^0703\d\d$/.test(code) && code !== TOKEN_LIMIT_REACHED) ||
  (isOfGateway(code) && /token|令牌/i.test(describe) && /失效|过期|无效|expire|invalid/i.test(describe))
/** Errors of the gateway, before the request reached the service: nothing was refused. */
const isOfGateway = (code: string) => /^07\d{4}$/.test(code)

function requireAccepted(answer: Answer): Answer {
  if (!isOfGateway(answer.code)) return answer
  throw new ProviderUnavailable(
    `诺诺开放平台不接受本站的凭据（${describeAnswer(answer)}），请系统管理员核对应用、密钥和令牌`,
  )
}

const describeAnswer = ({ code, describe }: Answer) => [code, describe].filter(Boolean).join(' ')
export const refusalError = (answer: Answer) => new ProviderRefusal(`诺诺没有接受：${describeAnswer(answer)}`)
export const unavailableError = (answer: Answer) =>
  new ProviderUnavailable(`诺诺暂时查不到结果（${describeAnswer(answer)}），稍后自动再问`)
