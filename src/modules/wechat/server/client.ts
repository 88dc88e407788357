import { queryProvider } from '#lib/server/outbound/queryProvider.ts'
import { type Calling, dropCredential, getCredential, settingsOf, WechatRefusal } from './credentials.ts'

type Answer = { errcode: number; errmsg: string }

/** Error codes of an access token that became invalid before its expiry. */
const INVALID_TOKEN_ERRORS = [40001, 40014, 42001]

/** A call with the token; once more where WeChat takes it no longer. */
async function callApi<T extends object>(ctx: Calling, path: string, body: object): Promise<Partial<T & Answer>> {
  const ask = async () => {
    const token = await getCredential(ctx, 'access_token')
    const url = `${settingsOf(ctx).api}/cgi-bin/${path}?${new URLSearchParams({ access_token: token })}`
    return { token, answer: await queryProvider<T & Answer>(url, { method: 'POST', body }) }
  }
  const first = await ask()
  if (!INVALID_TOKEN_ERRORS.includes(first.answer.errcode ?? 0)) return requireSuccess(first.answer)
  await dropCredential(ctx, 'access_token', first.token)
  return requireSuccess((await ask()).answer)
}

function requireSuccess<T extends Partial<Answer>>(answer: T): T {
  if (answer.errcode) throw new WechatRefusal(answer)
  return answer
}

/** Creates a QR code with a parameter; scanning it opens the service account and sends us an event with the openid. */
export async function makeCode(ctx: Calling, scene: string, seconds: number): Promise<string> {
  const { url } = await callApi<{ ticket: string; url: string }>(ctx, 'qrcode/create', {
    expire_seconds: seconds,
    action_name: 'QR_STR_SCENE',
    action_info: { scene: { scene_str: scene } },
  })
  if (typeof url !== 'string') throw new WechatRefusal({ errmsg: '没有二维码' })
  return url
}

type Message = {
  to: string
  templateId: string
  url?: string
  data: Record<string, { value: string }>
  clientId: string
}

/** WeChat takes the same `clientId` once. Answers the number by which it tells what became of it. */
export async function sendTemplate(ctx: Calling, message: Message): Promise<string> {
  const { to, templateId, url, data, clientId } = message
  const body = { touser: to, template_id: templateId, url, data, client_msg_id: clientId }
  const { msgid } = await callApi<{ msgid: number | string }>(ctx, 'message/template/send', body)
  return String(msgid ?? '')
}

/** OAuth URL by which WeChat's browser identifies the user without asking (snsapi_base). */
export function authorisationUrl(ctx: Calling, { back, state }: { back: string; state: string }): string {
  const { open, appId } = settingsOf(ctx)
  const query = new URLSearchParams({
    appid: appId,
    redirect_uri: back,
    response_type: 'code',
    scope: 'snsapi_base',
    state,
  })
  return `${open}/connect/oauth2/authorize?${query}#wechat_redirect`
}

/** Exchanges an OAuth code for the openid; each code can be used once. */
export async function openidOfCode(ctx: Calling, code: string): Promise<string> {
  const { api, appId, appSecret } = settingsOf(ctx)
  const query = new URLSearchParams({ appid: appId, secret: appSecret, code, grant_type: 'authorization_code' })
  const answer = await queryProvider<Answer & { openid: string }>(`${api}/sns/oauth2/access_token?${query}`)
  const { openid } = requireSuccess(answer)
  if (typeof openid !== 'string' || openid === '') throw new WechatRefusal(answer)
  return openid
}
