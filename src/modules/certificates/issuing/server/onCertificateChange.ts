import type { Ctx } from '#lib/server/api/context.ts'
import type { CertificateEvent } from '#modules/certificates/status.ts'

/** Called in the same transaction when certificates are issued or an event is recorded for them. */
type CertificateListener = (
  ctx: Ctx,
  certificateIds: readonly number[],
  what: CertificateEvent['kind'],
) => Promise<void>

const listeners: CertificateListener[] = []

export function onCertificateChange(follower: CertificateListener): void {
  listeners.push(follower)
}

export async function notifyCertificateChange(
  ctx: Ctx,
  certificateIds: readonly number[],
  what: CertificateEvent['kind'],
): Promise<void> {
  for (const follow of listeners) await follow(ctx, certificateIds, what)
}
