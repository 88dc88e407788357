import type { Ctx } from '#lib/server/api/context.ts'
import type { CodePurpose } from './codePurposes.ts'

/** Lifetime of a ticket, in ms: one day to find and scan a document. */
const TICKET_LIFE_MS = 86_400_000

/**
 * Says that this phone answered to a code: for what a visitor does in several calls, in the header `ticket`. Sealed, so
 * that nothing has to be kept of it.
 */
export const phoneTicket = (
  { encryption, now }: Pick<Ctx, 'encryption' | 'now'>,
  { scene }: CodePurpose,
  phone: string,
): string => encryption.encrypt(JSON.stringify({ scene, phone, until: now.getTime() + TICKET_LIFE_MS }))

/** The phone of the ticket that comes with a call; none where it is for something else, or its time is over. */
export function ticketPhone(
  { encryption, now, headers }: Pick<Ctx, 'encryption' | 'now' | 'headers'>,
  { scene }: CodePurpose,
) {
  if (!headers.ticket) return
  try {
    const said = JSON.parse(encryption.decrypt(headers.ticket))
    return said.scene === scene && said.until > now.getTime() ? String(said.phone) : undefined
  } catch {
    // Not a ticket of this site.
  }
}
