import { and, asc, eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { CODE_LIFETIME_MS, queue } from '#lib/server/outbox/queue.ts'
import type { MessageKind } from '#modules/messages/messageKinds.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { fitField, templatesIn, type WechatTemplate } from '../templateLines.ts'
import { wechatBinding } from './tables.ts'

export const templateFor = async (ctx: Pick<Ctx, 'db'>, kind: MessageKind) =>
  templatesIn((await readGroup(ctx, 'wechat')).templates).get(kind)

/** Codes go by the template of this kind. */
const KIND = 'system'
/** As short as the shortest field that can hold it; the code stands first. */
const textOf = (code: string) => `验证码 ${code}，${CODE_LIFETIME_MS / 60_000} 分钟内有效`

/** Whether a field shows a code whole: Chinese, and 20 characters. */
const showsCodes = ({ fields }: WechatTemplate) =>
  fields.some(
    ({ name, source }) =>
      source === '内容' &&
      !name.startsWith('character_string') &&
      fitField(name, textOf('000000')) === textOf('000000'),
  )

/** Openids of an account to which a code can be sent: bound, following, and with a template that shows it whole. */
export async function wechatsForCodes(ctx: Pick<Ctx, 'db' | 'config' | 'encryption'>, accountId: number) {
  if (!ctx.config.wechat) return []
  const template = await templateFor(ctx, KIND)
  if (!template || !showsCodes(template)) return []
  const rows = await ctx.db
    .select()
    .from(wechatBinding)
    .where(and(eq(wechatBinding.accountId, accountId), wechatBinding.isFollowing))
    .orderBy(asc(wechatBinding.id))
  return rows.map(({ openidSealed }) => ctx.encryption.decrypt(openidSealed))
}

type CodeMessage = { accountId: number; openids: readonly string[]; subject: string; code: string }

/** Leaves a code to be sent to these WeChats. The subject is stored as it is; the code is encrypted. */
export async function sendWechatCode(ctx: Ctx, { accountId, openids, subject, code }: CodeMessage): Promise<void> {
  for (const to of openids)
    await queue(ctx, {
      channel: 'wechat',
      to,
      subject,
      text: textOf(code),
      about: { kind: KIND },
      hasCode: true,
      accountId,
    })
}
