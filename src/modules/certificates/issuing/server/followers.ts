import type { Ctx } from '#lib/server/api/context.ts'
import type { CertificateEvent } from '#modules/certificates/status.ts'

/** What must be looked at anew when certificates are issued, or something happens to them; in the same transaction. */
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
