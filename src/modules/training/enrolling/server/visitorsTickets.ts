import { and, eq, inArray, or } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { defineFileReader } from '#modules/files/server/readers.ts'
import { file } from '#modules/files/server/tables.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { ENROLMENT } from '#modules/training/enrolmentStatus.ts'
import { participant } from '#modules/training/server/tables.ts'
import { enrolmentCode } from './enrolmentCode.ts'

export const VISITORS_PAGE = '/admin/publicity/training/registration'

/** Lifetime of a ticket in ms, the same as that of a phone's ticket. */
const TICKET_LIFETIME_MS = 86_400_000
const QUERY_CODE_DIGITS = 6

type Sealing = Pick<Ctx, 'encryption'>

/**
 * Six digits that nobody can tell without the site's key. Made of the application's number and not by chance, so that who
 * clicks twice is told the same twice; kept is only its hash.
 */
export function queryCodeOf({ encryption }: Sealing, { id }: Pick<Application, 'id'>): string {
  const bytes = Buffer.from(encryption.hash(`query code of enrolment ${id}`), 'base64url')
  return String(bytes.readUIntBE(0, 6) % 10 ** QUERY_CODE_DIGITS).padStart(QUERY_CODE_DIGITS, '0')
}

export const queryCodeHash = ({ encryption }: Sealing, number: string, code: string): string =>
  encryption.hash(`query code ${number} ${code}`)

type TicketContent = { scene: string; phone: string; until: number; registrationId: number }

/** Names one registration and its phone; good for uploads, too, as the ticket of that phone is. */
export function registrationTicket(
  { encryption, now }: Pick<Ctx, 'encryption' | 'now'>,
  registrationId: number,
  phone: string,
) {
  const said: TicketContent = {
    scene: enrolmentCode.scene,
    phone,
    until: now.getTime() + TICKET_LIFETIME_MS,
    registrationId,
  }
  return encryption.encrypt(JSON.stringify(said))
}

/** The registration that the ticket of a call names; none where it is for something else, or its time is over. */
export function ticketRegistration({
  encryption,
  now,
  headers,
}: Pick<Ctx, 'encryption' | 'now' | 'headers'>): number | undefined {
  if (!headers.ticket) return
  try {
    const said: Partial<TicketContent> = JSON.parse(encryption.decrypt(headers.ticket))
    return said.scene === enrolmentCode.scene && said.until! > now.getTime() ? said.registrationId : undefined
  } catch {
    // Not a ticket of this site.
  }
}

// A ticket for the registration also opens photos and slips that were uploaded with another ticket.
defineFileReader(async ({ db, ...ctx }, fileId) => {
  const id = ticketRegistration(ctx)
  if (id === undefined) return false
  const photos = db.select({ id: participant.photoId }).from(participant).where(eq(participant.registrationId, id))
  const slips = db
    .select({ id: receivable.slipId })
    .from(receivable)
    .where(and(eq(receivable.kind, ENROLMENT), eq(receivable.payableId, id)))
  const [found] = await db
    .select({ id: file.id })
    .from(file)
    .where(and(eq(file.id, fileId), or(inArray(file.id, photos), inArray(file.id, slips))))
  return found !== undefined
})
