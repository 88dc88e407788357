import { eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import { fieldsIn } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import { maskEmail, maskMobile } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { isOnlyWritten } from '#lib/server/outbox/drivers.ts'
import type { Outgoing } from '#lib/server/outbox/queue.ts'
import { sendNow } from '#lib/server/outbox/send.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import type { staffMessagesContract } from '../staffContract.ts'
import { defineTemplate } from './templates.ts'

/** Rate limit, since each test costs money and reaches a person. */
const spend = limit('outbox/test', { max: 5, per: 3_600_000, by: 'account' })

const smsTest = defineTemplate({
  code: 'outbox.test',
  group: '工作人员',
  name: '试发短信',
  smsOnly: true,
  title: '试发短信',
  content: '',
  sms: '这是协会网站的一条试发短信，收到即说明短信可以发出。',
  placeholders: {},
})

const names = { sms: '短信', mail: '邮件' }
const mailFields = [fieldsIn('')('email', '邮箱', { kind: 'email', required: true })]

export const testSendHandlers = {
  'POST /staff/outbox/test': async (ctx, { channel, email }) => {
    const to = channel === 'sms' ? await ownPhone(ctx) : addressIn(ctx, email)
    spend(ctx)
    const { accountId } = signedInActor(ctx)
    const { name } = await readGroup(ctx, 'association')
    const text = `这是${name}网站的一条试发${names[channel]}，收到即说明${names[channel]}可以发出。`
    const about = { to, subject: `试发${names[channel]}`, accountId }
    const sms = { text, template: smsTest.code, values: {} }
    const out: Outgoing = channel === 'sms' ? { channel, ...about, sms } : { channel, ...about, text }
    const error = await sendNow(ctx, out)
    await record(ctx, {
      action: 'outbox.test',
      objectType: 'outbox',
      objectName: names[channel],
      detail: {
        接收人: shown(channel, to),
        结果: error ?? (isOnlyWritten(ctx.config, channel) ? '只写入文件' : '已发出'),
      },
    })
    return wordsOfResult(ctx, channel, to, error)
  },
} satisfies Partial<Handlers<typeof staffMessagesContract>>

/** What became of a message to oneself; a file is no phone, so that one is not sent. */
export const wordsOfResult = (ctx: Ctx, channel: 'sms' | 'mail', to: string, error: string | null) =>
  error === null
    ? { sent: !isOnlyWritten(ctx.config, channel), message: acknowledged(ctx, channel, to) }
    : { sent: false, message: `没有发出：${error}` }

export async function ownPhone({ db, encryption, ...ctx }: Ctx): Promise<string> {
  const [own] = await db
    .select()
    .from(account)
    .where(eq(account.id, signedInActor(ctx).accountId))
  if (!own?.phoneSealed) throw conflict('您的账号没有登记手机号，请先在“工作人员”里补上')
  return encryption.decrypt(own.phoneSealed)
}

function addressIn({ now }: Ctx, email: string | undefined): string {
  const { values, errors } = readForm(mailFields, { email }, { whole: true, today: dayOf(now) })
  if (Object.keys(errors).length > 0) throw invalid(Object.values(errors).join('；'), errors)
  return String(values.email)
}

const shown = (channel: 'sms' | 'mail', to: string) => (channel === 'sms' ? maskMobile(to) : maskEmail(to))

function acknowledged({ config }: Ctx, channel: 'sms' | 'mail', to: string): string {
  if (channel === 'sms' && !config.sms) return '没有配置短信服务商（SMS_PROVIDER），这条短信只写入了文件'
  if (channel === 'mail' && !config.smtp) return '没有配置邮件服务器（SMTP_URL），这封邮件只写入了文件'
  return `${channel === 'sms' ? '短信服务商' : '邮件服务器'}已接收，请查看 ${shown(channel, to)} 是否收到`
}
