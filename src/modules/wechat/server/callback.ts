import { and, asc, eq, inArray } from 'drizzle-orm'
import { Parser } from 'htmlparser2'
import { iso, minute } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import type { Callback, NoticeAnswer } from '#lib/server/http/callbacks.ts'
import { defineDriver, Undeliverable } from '#lib/server/outbox/drivers.ts'
import { failMessages } from '#lib/server/outbox/send.ts'
import { outbox } from '#lib/server/outbox/tables.ts'
import { xml } from '#lib/xml.ts'
import { type MessageKind, messageKinds } from '#modules/messages/messageKinds.ts'
import { defineWechatReach } from '#modules/messages/server/wechatReach.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { watchSettings } from '#modules/settings/server/watching.ts'
import { fitField, templatesFault, templatesIn } from '../templateLines.ts'
import { accountsOf, keepFollowing } from './bindings.ts'
import { sendTemplate } from './client.ts'
import { settingsOf, WechatRefusal } from './credentials.ts'
import { isSameSignature, openMessage, sealMessage, signatureOf } from './crypt.ts'
import { wechatBinding, wechatNonce } from './tables.ts'
import { advanceTicket, createPhoneLink, scanTicket } from './tickets.ts'

/** Permanent errors: not followed, blocked, unknown, or a missing template. No retry. */
const PERMANENT_ERRORS = [40003, 40037, 43004, 43019, 43101, 47003, 48001]

watchSettings('wechat', async ctx => {
  const fault = templatesFault((await readGroup(ctx, 'wechat')).templates)
  if (fault) throw invalid(fault, { templates: fault })
})

const templateFor = async (ctx: Pick<Ctx, 'db'>, kind: MessageKind) =>
  templatesIn((await readGroup(ctx, 'wechat')).templates).get(kind)

/** The WeChats of an account, and of whose it is now; of staff none. A company that somebody acts for is told by its own. */
defineWechatReach(async (ctx, { id, kind: whose, ownerId }, kind) => {
  if (!ctx.config.wechat || whose === 'staff') return undefined
  if (kind && !(await templateFor(ctx, kind))) return []
  const rows = await ctx.db
    .select()
    .from(wechatBinding)
    .where(and(inArray(wechatBinding.accountId, ownerId === null ? [id] : [id, ownerId]), wechatBinding.isFollowing))
    .orderBy(asc(wechatBinding.id))
  return [...new Set(rows.map(({ openidSealed }) => ctx.encryption.decrypt(openidSealed)))]
})

defineDriver('wechat', services => async ({ id, to, subject, text, about, createdAt }) => {
  if (!services.config.wechat) throw new Undeliverable('没有配置微信服务号')
  const kind = about?.kind as MessageKind
  const template = await templateFor(services, kind)
  if (!template) throw new Undeliverable('这一类消息没有设置微信模板')
  const values = { 标题: subject, 内容: text, 时间: minute(iso(createdAt)), 类别: messageKinds[kind] }
  const data = Object.fromEntries(
    template.fields.map(({ name, source }) => [name, { value: fitField(name, values[source]) }]),
  )
  const url = about?.route && services.config.publicUrl + about.route
  try {
    const message = { to, templateId: template.id, url, data, clientId: `outbox-${id}` }
    return await sendTemplate(services, message)
  } catch (error) {
    if (error instanceof WechatRefusal && PERMANENT_ERRORS.includes(error.code)) throw new Undeliverable(error.message)
    throw error
  }
})

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
