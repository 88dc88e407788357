import type { Ctx } from '#lib/server/api/context.ts'
import { queue, type SmsText } from '#lib/server/outbox/queue.ts'
import { noteTexted } from '#modules/messages/server/notify.ts'
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
  {
    contactMobileSealed,
    ...of
  }: Pick<Registration, 'contactMobileSealed' | 'contactName' | 'organisationName' | 'organisationId'>,
  { title, sms, isUrgent }: { title: string; sms: SmsText | undefined; isUrgent?: boolean | undefined },
): Promise<boolean> {
  const name = of.organisationName || of.contactName
  await noteTexted(ctx, { name, sealed: contactMobileSealed, organisationId: of.organisationId }, sms)
  if (!contactMobileSealed || !sms) return false
  await queue(ctx, { channel: 'sms', to: ctx.encryption.decrypt(contactMobileSealed), subject: title, sms, isUrgent })
  return true
}
