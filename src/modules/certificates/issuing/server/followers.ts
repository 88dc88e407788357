import type { Ctx } from '#lib/server/api/context.ts'
import type { CertificateEvent } from '#modules/certificates/status.ts'

/** Called in the same transaction when certificates are issued or an event is recorded for them. */
type Follower = (ctx: Ctx, certificateIds: readonly number[], what: CertificateEvent['kind']) => Promise<void>

const followers: Follower[] = []

export function followCertificates(follower: Follower): void {
  followers.push(follower)
}

export async function certificatesChanged(
  ctx: Ctx,
  certificateIds: readonly number[],
  what: CertificateEvent['kind'],
): Promise<void> {
  for (const follow of followers) await follow(ctx, certificateIds, what)
}
