import type { Ctx } from '#lib/server/api/context.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { accountsOf, keepFollowing } from './bindings.ts'
import { takeFinished } from './channel.ts'
import { linkFor, scan, turn } from './tickets.ts'

type Told = Readonly<Record<string, string>>

/** What came with the code of somebody who was no follower yet. */
const NEW = 'qrscene_'

/** What somebody has done; answers what they are told at once. Whatever else they do or write is left to others. */
export async function takeEvent(ctx: Ctx, told: Told): Promise<string | undefined> {
  const { MsgType, Event, EventKey = '', FromUserName: openid = '', CreateTime } = told
  if (MsgType !== 'event' || !openid) return undefined
  const at = new Date(Number(CreateTime) * 1000)
  switch (Event) {
    case 'SCAN':
      return takeScan(ctx, openid, EventKey)
    case 'subscribe':
      await keepFollowing(ctx, openid, true, at)
      return EventKey.startsWith(NEW) ? takeScan(ctx, openid, EventKey.slice(NEW.length)) : undefined
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
  const ticket = await scan(ctx, scene, openid)
  if (!ticket) return '二维码已过期或已被别人扫过，请在电脑上刷新后再扫。'
  if (ticket.purpose === 'signIn' && (await accountsOf(ctx, ticket.openidHash!)).length === 0) {
    await turn(ctx, ticket, { state: 'unbound' })
    return '这个微信还没有绑定账号。请先用密码登录网站，在“账号安全”里绑定微信，以后即可扫码登录。'
  }
  const { name } = await readGroup(ctx, 'association')
  const act = ticket.purpose === 'signIn' ? '登录' : '绑定微信'
  const link = `${ctx.config.publicUrl}/wechat/confirm#${await linkFor(ctx, ticket)}`
  return `有人正在“${name}”网站请您确认${act}。\n<a href="${link}">点这里核对并确认</a>\n2 分钟内有效。如非本人操作，请不要确认。`
}
