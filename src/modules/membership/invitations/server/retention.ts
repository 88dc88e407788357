import { and, isNotNull, lte } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { invitation } from './tables.ts'

const MONTH = 30 * 24 * 3_600_000

/** Erases recipient and link of invitations that expired a month ago without being accepted. */
export async function forgetInvitations({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  await db
    .update(invitation)
    .set({ toSealed: null, tokenSealed: null, toMasked: '', addressee: '' })
    .where(and(lte(invitation.expiresAt, new Date(now.getTime() - MONTH)), isNotNull(invitation.tokenSealed)))
}
