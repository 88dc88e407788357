import { eq } from 'drizzle-orm'
import { maskEmail, maskMobile } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import type { staffMessagesContract } from '../../staffContract.ts'
import { mailingSms } from '../mailings.ts'
import { notify } from '../notify.ts'
import { attachToMailing, mailAttachments } from './mailingFiles.ts'
import { fillTexts, firstRecipientValues, refuseUnknownNames } from './mailingPreview.ts'

/** Rate limit, since each trial costs the association money. */
const spend = limit('mailing/trial', { max: 10, per: 3_600_000, by: 'account' })

export const trialHandlers = {
  /** Sends the mailing to the author only, filled in for the first real recipient. */
  'POST /staff/mailing/trial': async (ctx, { title, content, sms, mail, fileIds, ...filter }) => {
    const texts = { title, content, sms }
    refuseUnknownNames(texts)
    const values = await firstRecipientValues(ctx, texts, filter)
    spend(ctx)
    const { accountId } = signedInActor(ctx)
    const own = fillTexts(texts, values)
    return inTransaction(ctx, async tx => {
      const attachments = mailAttachments(await attachToMailing(tx, fileIds))
      await notify(tx, {
        accountId,
        kind: 'system',
        title: `试发：${own.title}`.slice(0, 60),
        content: own.content,
        sms: await mailingSms(tx, own.sms, {}),
        mail,
        fileIds,
        attachments,
        // Mandatory, so that the author receives it whatever channels they chose.
        mandatory: true,
      })
      await record(tx, {
        action: 'mailing.trial',
        objectType: 'mailing',
        objectName: own.title,
        detail: { sms: Boolean(sms), mail },
      })
      const [me] = await tx.db.select().from(account).where(eq(account.id, accountId))
      const phone = sms && me!.phoneSealed ? `短信发到 ${maskMobile(ctx.encryption.decrypt(me!.phoneSealed))}` : ''
      const letter = mail && me!.email ? `邮件发到 ${maskEmail(me!.email)}` : ''
      return { to: ['站内消息', phone, letter].filter(Boolean).join('，') }
    })
  },
} satisfies Partial<Handlers<typeof staffMessagesContract>>
