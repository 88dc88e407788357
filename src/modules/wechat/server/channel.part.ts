import { and, asc, inArray } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import { defineDriver } from '#lib/server/outbox/drivers.ts'
import { Undeliverable } from '#lib/server/outbox/parcel.ts'
import { type MessageKind, messageKinds } from '#modules/messages/messageKinds.ts'
import { defineWechatReach } from '#modules/messages/server/wechatReach.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { watchSettings } from '#modules/settings/server/watching.ts'
import { fitField, templatesFault } from '../templateLines.ts'
import { sendTemplate } from './client.ts'
import { templateFor } from './codes.ts'
import { WechatRefusal } from './credentials.ts'
import { wechatBinding } from './tables.ts'

/** Permanent errors: not followed, blocked, unknown, or a missing template. No retry. */
const PERMANENT_ERRORS = [40003, 40037, 43004, 43019, 43101, 47003, 48001]

watchSettings('wechat', async ctx => {
  const fault = templatesFault((await readGroup(ctx, 'wechat')).templates)
  if (fault) throw invalid(fault, { templates: fault })
})

/** The WeChats of an account, and of whose it is now. A company that somebody acts for is told by its own. */
defineWechatReach(async (ctx, { id, ownerId }, kind) => {
  if (!ctx.config.wechat) return undefined
  if (kind && !(await templateFor(ctx, kind))) return []
  const rows = await ctx.db
    .select()
    .from(wechatBinding)
    .where(and(inArray(wechatBinding.accountId, ownerId === null ? [id] : [id, ownerId]), wechatBinding.isFollowing))
    .orderBy(asc(wechatBinding.id))
  return [...new Set(rows.map(({ openidSealed }) => ctx.encryption.decrypt(openidSealed)))]
})

defineDriver('wechat', services => async ({ id, to, subject, text, about, link, createdAt }) => {
  if (!services.config.wechat) throw new Undeliverable('没有配置微信服务号')
  const kind = about?.kind as MessageKind
  const template = await templateFor(services, kind)
  if (!template) throw new Undeliverable('这一类消息没有设置微信模板')
  const values = { 标题: subject, 内容: text, 时间: minute(iso(createdAt)), 类别: messageKinds[kind] }
  const data = Object.fromEntries(
    template.fields.map(({ name, source }) => [name, { value: fitField(name, values[source]) }]),
  )
  const url = link ?? (about?.route && services.config.publicUrl + about.route)
  try {
    const message = { to, templateId: template.id, url, data, clientId: `outbox-${id}` }
    return await sendTemplate(services, message)
  } catch (error) {
    if (error instanceof WechatRefusal && PERMANENT_ERRORS.includes(error.code)) throw new Undeliverable(error.message)
    throw error
  }
})
