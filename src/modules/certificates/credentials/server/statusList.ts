import { and, eq, inArray } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import type { StoredStatus } from '#modules/certificates/status.ts'
import { didOf } from '../did.ts'
import type { StatusPurpose } from '../purposes.ts'
import { encodedList } from './bitstring.ts'
import { newestList } from './entries.ts'
import { signCredential } from './signing.ts'
import { credentialEntry } from './tables.ts'

/** How long a reader may cache a list (`ttl`), and how long a list is valid. */
const CACHE_TTL_MS = 60_000
const VALIDITY_MS = 24 * 3_600_000

/** Statuses that set the bit in each list. Expiry is not listed: the credential itself carries its last day. */
const statusesByPurpose: Record<StatusPurpose, StoredStatus[]> = {
  revocation: ['revoked', 'cancelled', 'replaced'],
  suspension: ['suspended'],
}

export const listUrl = (publicUrl: string, list: number, purpose: StatusPurpose) =>
  `${publicUrl}/credentials/status/${list}/${purpose}`

/** The list as it is at this moment, signed. */
export async function statusList(
  ctx: Ctx,
  { list, purpose }: { list: number; purpose: StatusPurpose },
): Promise<string> {
  if (list > (await newestList(ctx))) throw notFound('没有这个状态列表')
  const set = await ctx.db
    .select({ index: credentialEntry.index })
    .from(credentialEntry)
    .innerJoin(certificate, eq(certificate.id, credentialEntry.certificateId))
    .where(and(eq(credentialEntry.list, list), inArray(certificate.status, statusesByPurpose[purpose])))
  const id = listUrl(ctx.config.publicUrl, list, purpose)
  return signCredential(ctx, {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: didOf(ctx.config.publicUrl),
    validFrom: iso(ctx.now),
    validUntil: iso(new Date(ctx.now.getTime() + VALIDITY_MS)),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: purpose,
      encodedList: encodedList(set.map(({ index }) => index)),
      ttl: CACHE_TTL_MS,
    },
  })
}
