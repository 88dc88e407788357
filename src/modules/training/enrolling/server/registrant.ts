import type { Ctx } from '#lib/server/api/context.ts'
import { queue, type SmsText } from '#lib/server/outbox/queue.ts'
import type { Registration } from './enrolmentRegister.ts'

/** Category and link of a message about a registration. */
export const aboutRegistration = ({ id }: Pick<Registration, 'id'>) => ({
  kind: 'training' as const,
  objectType: 'registration',
  objectId: id,
  route: `/admin/user/training/registrations/${id}`,
})

/** Sends an SMS to the registrant. Returns false if there is no phone number or no text. */
export async function textRegistrant(
  ctx: Ctx,
  { contactMobileSealed }: Pick<Registration, 'contactMobileSealed'>,
  { title, sms }: { title: string; sms: SmsText | undefined },
): Promise<boolean> {
  if (!contactMobileSealed || !sms) return false
  await queue(ctx, { channel: 'sms', to: ctx.encryption.decrypt(contactMobileSealed), subject: title, sms })
  return true
}
