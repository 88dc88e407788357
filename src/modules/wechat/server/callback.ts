import { and, eq } from 'drizzle-orm'
import { Parser } from 'htmlparser2'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import type { Callback, NoticeAnswer } from '#lib/server/http/callbacks.ts'
import { failMessages } from '#lib/server/outbox/send.ts'
import { outbox } from '#lib/server/outbox/tables.ts'
import { xml } from '#lib/xml.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { accountsOf, keepFollowing } from './bindings.ts'
import { settingsOf } from './credentials.ts'
import { isSameSignature, openMessage, sealMessage, signatureOf } from './crypt.ts'
import { wechatNonce } from './tables.ts'
import { advanceTicket, createPhoneLink, scanTicket } from './tickets.ts'

/** Handles the delivery report of a message; a failed one falls back to a text. */
async function takeFinished(ctx: Ctx, { MsgID = '', Status = '' }: Readonly<Record<string, string>>) {
  if (Status === 'success' || MsgID === '') return
  const isIt = and(eq(outbox.channel, 'wechat'), eq(outbox.providerId, MsgID), eq(outbox.state, 'sent'))
  await failMessages(ctx, isIt, `微信没有送达：${Status.slice(0, 60)}`)
}

type WechatEvent = Readonly<Record<string, string>>

/** Prefix of the scene when the user was not a follower before scanning. */
const NEW_FOLLOWER_PREFIX = 'qrscene_'

/** Handles an event and returns the immediate reply. Other events and messages are ignored. */
async function takeEvent(ctx: Ctx, told: WechatEvent): Promise<string | undefined> {
  const { MsgType, Event, EventKey = '', FromUserName: openid = '', CreateTime } = told
  if (MsgType !== 'event' || !openid) return undefined
  const at = new Date(Number(CreateTime) * 1000)
  switch (Event) {
    case 'SCAN':
      return takeScan(ctx, openid, EventKey)
    case 'subscribe':
      await keepFollowing(ctx, openid, true, at)
      return EventKey.startsWith(NEW_FOLLOWER_PREFIX)
        ? takeScan(ctx, openid, EventKey.slice(NEW_FOLLOWER_PREFIX.length))
        : undefined
    case 'unsubscribe':
      await keepFollowing(ctx, openid, false, at)
      return undefined
    case 'TEMPLATESENDJOBFINISH':
      await takeFinished(ctx, told)
      return undefined
    default:
      return undefined
  }
}

async function takeScan(ctx: Ctx, openid: string, scene: string): Promise<string> {
  const ticket = await scanTicket(ctx, scene, openid)
  if (!ticket) return '二维码已过期或已被别人扫过，请在电脑上刷新后再扫。'
  if (ticket.purpose === 'signIn' && (await accountsOf(ctx, ticket.openidHash!)).length === 0) {
    await advanceTicket(ctx, ticket, { state: 'unbound' })
    return '这个微信还没有绑定账号。请先用密码登录网站，在“账号安全”里绑定微信，以后即可扫码登录。'
  }
  const { name } = await readGroup(ctx, 'association')
  const act = ticket.purpose === 'signIn' ? '登录' : '绑定微信'
  const link = `${ctx.config.publicUrl}/wechat/confirm#${await createPhoneLink(ctx, ticket)}`
  return `有人正在“${name}”网站请您确认${act}。\n<a href="${link}">点这里核对并确认</a>\n2 分钟内有效。如非本人操作，请不要确认。`
}

type Query = Readonly<Record<string, string>>

/**
 * Accepted age in ms of a message: older ones and those from the future are refused; within it each is accepted once.
 */
const MAX_MESSAGE_AGE_MS = 5 * 60_000

const refused = (why: string): NoticeAnswer => ({ status: 403, refused: why })

/** Callback of WeChat: verification of our URL, and events of followers. */
export const wechatCallback: Callback = {
  path: 'wechat',
  methods: ['GET', 'POST'],
  take: async (ctx, { query, body }) => {
    if (!ctx.config.wechat) return { status: 404 }
    const { signature = '', timestamp = '', nonce = '', echostr } = query
    if (!isSameSignature(signatureOf(settingsOf(ctx).token, timestamp, nonce), signature)) return refused('signature')
    if (isOld(ctx, timestamp)) return refused('timestamp')
    if (body.length === 0) return { status: 200, body: echostr?.slice(0, 100) ?? '' }
    return takeSealed(ctx, query, body.toString())
  },
}

const isOld = ({ now }: Ctx, timestamp: string) =>
  !/^\d{10}$/.test(timestamp) || Math.abs(now.getTime() - Number(timestamp) * 1000) > MAX_MESSAGE_AGE_MS

async function takeSealed(ctx: Ctx, { timestamp, nonce, msg_signature = '' }: Query, body: string) {
  const settings = settingsOf(ctx)
  const { Encrypt } = readFlat(body)
  if (!Encrypt) return refused('not encrypted')
  if (!isSameSignature(signatureOf(settings.token, timestamp!, nonce!, Encrypt), msg_signature))
    return refused('msg_signature')
  const message = open(settings, Encrypt)
  if (message === undefined) return refused('cipher')
  return inTransaction(ctx, async tx => {
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
  // The timestamp may be one window ahead and is accepted until one window after it.
  const expiresAt = new Date(now.getTime() + 2 * MAX_MESSAGE_AGE_MS)
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

/** The elements right below the root, by their names: that is all that messages of WeChat have. */
export function readFlat(text: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null)
  const path: string[] = []
  const parser = new Parser(
    {
      onopentag(name) {
        path.push(name)
        if (path.length === 2) found[name] = ''
      },
      ontext(part) {
        if (path.length === 2) found[path[1]!] += part
      },
      onclosetag: () => void path.pop(),
    },
    // Entities are the five of XML: nothing is looked up or unfolded.
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(text)
  return found
}
