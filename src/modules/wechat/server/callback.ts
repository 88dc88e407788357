import type { Ctx } from '#lib/server/api/context.ts'
import type { Callback, NoticeAnswer } from '#lib/server/http/callbacks.ts'
import { xml } from '#lib/xml.ts'
import { settingsOf } from './credentials.ts'
import { isSame, openMessage, sealMessage, signatureOf } from './crypt.ts'
import { takeEvent } from './events.ts'
import { readFlat } from './messageXml.ts'
import { wechatNonce } from './tables.ts'

type Query = Readonly<Record<string, string>>

/** In ms: older messages, and those from the future, are not taken; within it none is taken twice. */
const WINDOW = 5 * 60_000

const refused = (why: string): NoticeAnswer => ({ status: 403, refused: why })

/** What WeChat tells: that the address is ours, and what followers do. */
export const wechatCallback: Callback = {
  path: 'wechat',
  methods: ['GET', 'POST'],
  take: async (ctx, { query, body }) => {
    if (!ctx.config.wechat) return { status: 404 }
    const { signature = '', timestamp = '', nonce = '', echostr } = query
    if (!isSame(signatureOf(settingsOf(ctx).token, timestamp, nonce), signature)) return refused('signature')
    if (isOld(ctx, timestamp)) return refused('timestamp')
    if (body.length === 0) return { status: 200, body: echostr?.slice(0, 100) ?? '' }
    return takeSealed(ctx, query, body.toString())
  },
}

const isOld = ({ now }: Ctx, timestamp: string) =>
  !/^\d{10}$/.test(timestamp) || Math.abs(now.getTime() - Number(timestamp) * 1000) > WINDOW

async function takeSealed(ctx: Ctx, { timestamp, nonce, msg_signature = '' }: Query, body: string) {
  const settings = settingsOf(ctx)
  const { Encrypt } = readFlat(body)
  if (!Encrypt) return refused('not encrypted')
  if (!isSame(signatureOf(settings.token, timestamp!, nonce!, Encrypt), msg_signature)) return refused('msg_signature')
  const message = open(settings, Encrypt)
  if (message === undefined) return refused('cipher')
  return ctx.db.transaction(async db => {
    const tx = { ...ctx, db }
    if (!(await isFirst(tx, `${timestamp} ${nonce} ${msg_signature}`))) return refused('replayed')
    const told = readFlat(message)
    const reply = await takeEvent(tx, told)
    return reply === undefined
      ? { status: 200, body: 'success' }
      : { status: 200, type: 'application/xml; charset=utf-8', body: sealReply(tx, told, reply) }
  })
}

function open(settings: ReturnType<typeof settingsOf>, encrypted: string): string | undefined {
  try {
    return openMessage(settings, encrypted)
  } catch {
    // Altered, cut, or meant for another app.
    return undefined
  }
}

async function isFirst({ db, encryption, now }: Ctx, message: string): Promise<boolean> {
  // As long as its timestamp may be ahead of us, and then as long as it may be behind.
  const expiresAt = new Date(now.getTime() + 2 * WINDOW)
  const { rowCount } = await db
    .insert(wechatNonce)
    .values({ hash: encryption.hash(`wechat message ${message}`), expiresAt })
    .onConflictDoNothing()
  return rowCount === 1
}

/** A text to who has just done something, sealed and signed as what we are sent is. */
function sealReply(ctx: Ctx, { FromUserName = '', ToUserName = '' }: Record<string, string>, text: string): string {
  const settings = settingsOf(ctx)
  const timestamp = String(Math.floor(ctx.now.getTime() / 1000))
  const message = xml`<xml><ToUserName>${FromUserName}</ToUserName><FromUserName>${ToUserName}</FromUserName><CreateTime>${timestamp}</CreateTime><MsgType>text</MsgType><Content>${text}</Content></xml>`
  const encrypted = sealMessage(settings, message.xml)
  const nonce = encrypted.slice(0, 16)
  const signature = signatureOf(settings.token, timestamp, nonce, encrypted)
  return xml`<xml><Encrypt>${encrypted}</Encrypt><MsgSignature>${signature}</MsgSignature><TimeStamp>${timestamp}</TimeStamp><Nonce>${nonce}</Nonce></xml>`
    .xml
}
