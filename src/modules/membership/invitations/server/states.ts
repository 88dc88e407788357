import { and, gt, isNotNull, isNull, lte, type SQL } from 'drizzle-orm'
import type { InvitationState } from '../../invitationWords.ts'
import { invitation } from './tables.ts'

export type Invitation = typeof invitation.$inferSelect

export function stateOf(of: Invitation, now: Date): InvitationState {
  if (of.acceptedAt) return 'accepted'
  if (of.withdrawnAt) return 'withdrawn'
  if (of.expiresAt <= now) return 'expired'
  return of.openedAt ? 'opened' : 'sent'
}

/** Neither accepted nor withdrawn; expired or not. */
export const isWaiting = and(isNull(invitation.acceptedAt), isNull(invitation.withdrawnAt))

/** The same as `stateOf`, for a query. */
export function inState(state: InvitationState, now: Date): SQL | undefined {
  const isGood = and(isWaiting, gt(invitation.expiresAt, now))
  const conditions: Record<InvitationState, SQL | undefined> = {
    accepted: isNotNull(invitation.acceptedAt),
    withdrawn: and(isNull(invitation.acceptedAt), isNotNull(invitation.withdrawnAt)),
    expired: and(isWaiting, lte(invitation.expiresAt, now)),
    opened: and(isGood, isNotNull(invitation.openedAt)),
    sent: and(isGood, isNull(invitation.openedAt)),
  }
  return conditions[state]
}
