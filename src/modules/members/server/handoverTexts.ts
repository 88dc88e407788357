import type { Ctx } from '#lib/server/context.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import type { account } from '#modules/accounts/server/tables.ts'
import { contactsOf, mobileOf } from './contacts.ts'
import { type Handover, handoverNumber } from './handoverRequests.ts'

/** To the phone that the account has now, and to everybody who speaks for the organisation. */
export async function tellOrganisation(ctx: Ctx, own: typeof account.$inferSelect, text: string) {
  const contacts = own.organisationId ? await contactsOf(ctx, own.organisationId) : []
  const phones = [
    own.phoneSealed ? ctx.sealer.open(own.phoneSealed) : undefined,
    ...contacts.map(contact => mobileOf(ctx, contact)),
  ]
  for (const to of new Set(phones)) if (to) await queue(ctx, { channel: 'sms', to, text, accountId: own.id })
}

export const tellNewContact = (ctx: Ctx, of: Handover, text: string) =>
  queue(ctx, {
    channel: 'sms',
    to: ctx.sealer.open(of.phoneSealed),
    text: `联系人变更 ${handoverNumber(of)} ${text}`,
  })

/** As a text, not as a code of five minutes: it may be answered tomorrow. */
export const tellSecond = (ctx: Ctx, of: Handover, to: string, code: string) =>
  queue(ctx, {
    channel: 'sms',
    to,
    text: `${of.contactName}（${of.position}）申请成为“${of.orgName}”在协会的联系人。如属实，请在 ${ctx.config.publicUrl}/admin/login/handover?step=confirm 输入办理编号 ${handoverNumber(of)} 和确认码 ${code}，3 天内有效。如不属实，请勿告诉他人，并立即与协会联系。`,
  })
