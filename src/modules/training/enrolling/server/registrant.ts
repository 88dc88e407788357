import type { Ctx } from '#lib/server/api/context.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import type { Registration } from './enrolmentRegister.ts'

/** Of a message about a registration: under what it is listed, and where it leads. */
export const aboutRegistration = ({ id }: Pick<Registration, 'id'>) => ({
  kind: 'training' as const,
  objectType: 'registration',
  objectId: id,
  route: `/admin/user/training/registrations/${id}`,
})

/** To the phone of who signed up, as far as it is known and there is a text; whether there was. */
export async function textRegistrant(
  ctx: Ctx,
  { contactMobileSealed }: Pick<Registration, 'contactMobileSealed'>,
  { title, sms }: { title: string; sms: string },
): Promise<boolean> {
  if (!contactMobileSealed || !sms) return false
  await queue(ctx, { channel: 'sms', to: ctx.encryption.decrypt(contactMobileSealed), subject: title, text: sms })
  return true
}
