import type { X509Certificate } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import {
  type AccessDescription,
  BasicOCSPResponse,
  Certificate,
  CertificateRevocationList,
  type CRLDistributionPoints,
  type InfoAccess,
  OCSPRequest,
  OCSPResponse,
} from 'pkijs'
import { fetchOutside } from '../outbound/fetchOutside.ts'
import { isCertificateOf, plainBytes } from './cms.ts'
import { checkDer } from './derBounds.ts'

/**
 * Data for verification once the authorities no longer answer: certificates, OCSP responses and revocation lists, all
 * in DER.
 */
export type Validation = { certificates: Buffer[]; responses: Buffer[]; lists: Buffer[] }

const TIMEOUT_MS = 5_000
const MAX_ANSWER_BYTES = 2 << 20
/** Values in a list of revoked certificates: each of them has four. */
const MAX_LISTED = 8_000
/** Cache time of an answer, and pause after a failed request before the next attempt, in ms. */
const ANSWER_CACHE_MS = 3_600_000
const RETRY_DELAY_MS = 300_000

/** `allowsInner`: the time stamp service itself is on this machine. */
type Allowed = { allowsInner: boolean }
type RevocationStatus = { response?: Buffer; list?: Buffer }
const statusCache = new LRUCache<string, RevocationStatus>({ max: 50, ttl: ANSWER_CACHE_MS })

/** Fetches the revocation status of each certificate that has an issuer: by OCSP, else by its revocation list. */
export async function readValidation(
  chain: readonly X509Certificate[],
  allows: Allowed,
): Promise<Validation | undefined> {
  const found = await Promise.all(
    chain.map(async (one): Promise<RevocationStatus> => {
      const issuer = chain.find(other => other !== one && isCertificateOf(one, other))
      return issuer ? fetchStatus(one, issuer, allows) : {}
    }),
  )
  const responses = found.flatMap(({ response }) => response ?? [])
  const lists = found
    .flatMap(({ list }) => list ?? [])
    .filter((list, i, all) => all.findIndex(l => l.equals(list)) === i)
  if (responses.length + lists.length === 0) return
  return { certificates: chain.map(({ raw }) => raw), responses, lists }
}

async function fetchStatus(one: X509Certificate, issuer: X509Certificate, allows: Allowed): Promise<RevocationStatus> {
  const known = statusCache.get(one.fingerprint256)
  if (known) return known
  const answer = (await fetchOcsp(one, issuer, allows)) ?? (await fetchRevocationList(one, issuer, allows)) ?? {}
  statusCache.set(one.fingerprint256, answer, {
    ttl: answer.response || answer.list ? ANSWER_CACHE_MS : RETRY_DELAY_MS,
  })
  return answer
}

const GOOD = 0
const BASIC = '1.3.6.1.5.5.7.48.1.1'

async function fetchOcsp(
  one: X509Certificate,
  issuer: X509Certificate,
  allows: Allowed,
): Promise<RevocationStatus | undefined> {
  const certificate = Certificate.fromBER(one.raw)
  const url = addressesIn<InfoAccess>(certificate, '1.3.6.1.5.5.7.1.1')
    ?.accessDescriptions.filter(({ accessMethod }: AccessDescription) => accessMethod === '1.3.6.1.5.5.7.48.1')
    .map(({ accessLocation }) => String(accessLocation.value))[0]
  if (!url) return
  try {
    const issuerCertificate = Certificate.fromBER(issuer.raw)
    const request = new OCSPRequest()
    await request.createForCertificate(certificate, { hashAlgorithm: 'SHA-1', issuerCertificate })
    const response = await postOrGet(url, allows, Buffer.from(request.toSchema(true).toBER()))
    checkDer(response)
    const { responseStatus, responseBytes } = OCSPResponse.fromBER(plainBytes(response))
    if (responseStatus.valueBlock.valueDec !== GOOD || responseBytes?.responseType !== BASIC) return
    const basic = BasicOCSPResponse.fromBER(responseBytes.response.getValue())
    const status = await basic.getCertificateStatus(certificate, issuerCertificate)
    const holds = await basic.verify({ trustedCerts: [issuerCertificate] })
    return status.isForCertificate && status.status === GOOD && holds ? { response } : undefined
  } catch {
    return
  }
}

async function fetchRevocationList(
  one: X509Certificate,
  issuer: X509Certificate,
  allows: Allowed,
): Promise<RevocationStatus | undefined> {
  const certificate = Certificate.fromBER(one.raw)
  const [point] = addressesIn<CRLDistributionPoints>(certificate, '2.5.29.31')?.distributionPoints ?? []
  const [name] = Array.isArray(point?.distributionPoint) ? point.distributionPoint : []
  if (name?.type !== 6) return
  try {
    const list = await postOrGet(String(name.value), allows)
    checkDer(list, { maxBytes: MAX_ANSWER_BYTES, maxNodes: MAX_LISTED })
    const read = CertificateRevocationList.fromBER(plainBytes(list))
    const holds = await read.verify({ issuerCertificate: Certificate.fromBER(issuer.raw) })
    return holds && !read.isCertificateRevoked(certificate) ? { list } : undefined
  } catch {
    return
  }
}

const addressesIn = <Value>({ extensions = [] }: Certificate, id: string): Value | undefined =>
  extensions.find(({ extnID }) => extnID === id)?.parsedValue as Value | undefined

/** Asks at an address that a certificate names. */
const postOrGet = (url: string, { allowsInner }: Allowed, body?: Buffer): Promise<Buffer> =>
  fetchOutside(url, {
    ...(body && { body, headers: { 'content-type': 'application/ocsp-request' } }),
    isPublicOnly: !allowsInner,
    patience: TIMEOUT_MS,
    largest: MAX_ANSWER_BYTES,
  })

/** PDF objects from `id` on, and the catalogue entry that refers to them (DSS). */
export function validationObjects({ certificates, responses, lists }: Validation, id: number) {
  const objects = new Map<number, string>()
  const refer = (ders: readonly Buffer[]) =>
    ders
      .map(der => {
        const own = id + objects.size
        objects.set(own, `<< /Length ${der.length} >>\nstream\n${der.toString('latin1')}\nendstream`)
        return `${own} 0 R`
      })
      .join(' ')
  const parts = { Certs: certificates, OCSPs: responses, CRLs: lists }
  const entries = Object.entries(parts).flatMap(([name, ders]) => (ders.length ? `/${name} [${refer(ders)}]` : []))
  return { objects, entry: `/DSS << ${entries.join(' ')} >>` }
}
