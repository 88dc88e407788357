import type { X509Certificate } from 'node:crypto'
import type { Ctx } from '#lib/server/api/context.ts'
import type { LongTermData } from '#lib/server/documents/pdfSignature.ts'
import type { SigningKey } from '#lib/server/documents/signingKey.ts'
import { chainsToAuthority, requestTimeStamp, type TimeStamp } from '#lib/server/documents/timeStamp.ts'
import { readValidation, type Validation } from '#lib/server/documents/validation.ts'
import { isKnownChain, knownKey, rememberCertificate } from './keys.ts'

/** Pause in ms before a service that failed is asked again. */
const SERVICE_PAUSE_MS = 60_000

type Service = { silentUntil: number; chain: X509Certificate[] | undefined }
/** Services by URL; tests use several. */
const services = new Map<string, Service>()

/**
 * The time stamp and the validation data of a signature. A paper never waits for a service that does not answer: it goes out
 * without, and as papers are made anew each time, the next one that is fetched has them.
 */
export async function longTermDataOf(ctx: Ctx, { chain }: SigningKey): Promise<LongTermData> {
  const stamper = timeStampService(ctx)
  if (!stamper) return withValidation(await readValidation(chain, { allowsInner: false }))
  const { stamp, service, allowsInner } = stamper
  // The certificate of the time stamp service is known after its first stamp; its revocation data is signed together
  // with the paper.
  if (!service.chain) await stamp(Buffer.from('first'))
  const said = await Promise.all([chain, service.chain ?? []].map(one => readValidation(one, { allowsInner })))
  return { stamp, ...withValidation(mergeValidation(said)) }
}

/** A time stamp for these bytes; undefined: there is none to be had now. */
export const stampOf = async (ctx: Ctx, bytes: Buffer): Promise<Buffer | undefined> =>
  timeStampService(ctx)?.stamp(bytes)

/** Time stamp service, if one is configured. */
function timeStampService(ctx: Ctx) {
  const { config, now, log } = ctx
  const { timeStamps } = config
  if (!timeStamps) return
  const { hostname, host } = new URL(timeStamps.url)
  const service = services.get(timeStamps.url) ?? { silentUntil: 0, chain: undefined }
  services.set(timeStamps.url, service)
  const stamp = async (bytes: Buffer): Promise<Buffer | undefined> => {
    if (now.getTime() < service.silentUntil) return
    try {
      const given = await requestTimeStamp(bytes, timeStamps)
      if (!isSameChain(service.chain, given.chain)) await rememberCertificate(ctx, 'timeStamps', given.chain)
      service.chain = given.chain
      return given.token
    } catch (error) {
      service.silentUntil = now.getTime() + SERVICE_PAUSE_MS
      log.warn({ err: error, service: host }, 'no time stamp: papers go out without')
      return
    }
  }
  return { stamp, service, allowsInner: /^(localhost|127\.0\.0\.1)$/.test(hostname) }
}

const isSameChain = (before: X509Certificate[] | undefined, chain: X509Certificate[]) =>
  before?.map(one => one.fingerprint256).join() === chain.map(one => one.fingerprint256).join()

/**
 * Whether a time stamp can be trusted: its service is vouched for by a configured authority, or has stamped our papers
 * before, with no other certificate in the chain. Anybody can run a service of any name.
 */
export async function isKnownStamp(ctx: Pick<Ctx, 'db' | 'config'>, { chain }: TimeStamp): Promise<boolean> {
  const authorities = ctx.config.timeStamps?.authority
  if (authorities && chain.every(one => chainsToAuthority(one, chain, authorities))) return true
  const known = await knownKey(ctx, 'timeStamps', chain[0]!)
  return known !== undefined && isKnownChain(known, chain)
}

/** Whether the service answers, as far as is known; null: none is configured. */
export function areStampsAvailable({ config, now }: Pick<Ctx, 'config' | 'now'>): boolean | null {
  if (!config.timeStamps) return null
  return now.getTime() >= (services.get(config.timeStamps.url)?.silentUntil ?? 0)
}

const withValidation = (validation: Validation | undefined): LongTermData => (validation ? { validation } : {})

function mergeValidation(said: readonly (Validation | undefined)[]): Validation | undefined {
  const all = said.filter(one => one !== undefined)
  if (all.length === 0) return
  return {
    certificates: all.flatMap(({ certificates }) => certificates),
    responses: all.flatMap(({ responses }) => responses),
    lists: all.flatMap(({ lists }) => lists),
  }
}
