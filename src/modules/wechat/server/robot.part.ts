import { and, count, eq, gte, isNull } from 'drizzle-orm'
import { queryProvider } from '#lib/server/outbound/queryProvider.ts'
import { defineDriver } from '#lib/server/outbox/drivers.ts'
import { Undeliverable } from '#lib/server/outbox/parcel.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import { outbox } from '#lib/server/outbox/tables.ts'
import { defineAlarmReceiver } from '#modules/messages/server/alarms.ts'
import { WechatRefusal } from './credentials.ts'

/** Maximum alarms per hour, so that they are still read. 企业微信 accepts 20 per minute. */
const MAX_ALARMS_PER_HOUR = 20
/** Maximum bytes of a message; 企业微信 accepts 2048. */
const MAX_MESSAGE_BYTES = 2000

/** Recipient of what is said to the whole group, with no number to name anybody by. */
const GROUP = 'robot'

/** An alarm goes to the group of staff as well, once: it is left to be sent in the transaction that raises it. */
defineAlarmReceiver(async (ctx, { title, content, route }) => {
  if (!ctx.config.robot) return
  const hour = new Date(ctx.now.getTime() - 3_600_000)
  const [sent] = await ctx.db
    .select({ n: count() })
    .from(outbox)
    .where(and(eq(outbox.channel, 'robot'), isNull(outbox.accountId), gte(outbox.createdAt, hour)))
  if (sent!.n >= MAX_ALARMS_PER_HOUR) return
  const rest = sent!.n === MAX_ALARMS_PER_HOUR - 1 ? '\n一小时内的告警已达上限，其余请到后台查看。' : ''
  const link = route ? `\n${ctx.config.publicUrl}${route}` : ''
  const text = `【告警】${title}\n${truncate(content)}${link}${rest}`
  await queue(ctx, { channel: 'robot', to: GROUP, subject: title, text })
})

/** Characters are not torn apart. */
function truncate(text: string): string {
  const most = MAX_MESSAGE_BYTES - 500
  return Buffer.byteLength(text) <= most
    ? text
    : `${Buffer.from(text)
        .subarray(0, most)
        .toString()
        .replace(/\uFFFD+$/, '')}…`
}

defineDriver('robot', ({ config }) => async ({ to, text }) => {
  if (!config.robot) throw new Undeliverable('没有配置企业微信机器人')
  const url = `${config.robot.api}/cgi-bin/webhook/send?${new URLSearchParams({ key: config.robot.key })}`
  const named = to === GROUP ? {} : { mentioned_mobile_list: [to] }
  const body = { msgtype: 'text', text: { content: text, ...named } }
  const answer = await queryProvider<{ errcode: number; errmsg: string }>(url, { method: 'POST', body })
  if (answer.errcode !== 0) throw new WechatRefusal(answer)
})
