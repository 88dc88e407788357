import { randomBytes, X509Certificate } from 'node:crypto'
import { Integer } from 'asn1js'
import { AlgorithmIdentifier, MessageImprint, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs'
import { fetchOutside } from '../outbound/fetchOutside.ts'
import type { Config } from '../process/config.ts'
import {
  canonicalCms,
  chainIn,
  isCertificateOf,
  octets,
  plainBytes,
  readSignedData,
  sha256,
  verifySigner,
} from './cms.ts'
import { checkDer } from './derBounds.ts'
import { nameOn } from './signingKey.ts'

const SHA_256 = '2.16.840.1.101.3.4.2.1'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
/** Timeout in ms and maximum bytes of an answer: a user waiting for a document must not wait long for its stamp. */
const TIMEOUT_MS = 5_000
const MAX_ANSWER_BYTES = 64 << 10

export type TimeStamp = { at: Date; by: string; chain: X509Certificate[] }

/** A token that says when these bytes were there at the latest (RFC 3161), checked before it is used. */
export async function requestTimeStamp(bytes: Buffer, { url, authority }: NonNullable<Config['timeStamps']>) {
  const nonce = Buffer.from(randomBytes(16).with(0, 0x5a))
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA_256 }),
      hashedMessage: octets(sha256(bytes)),
    }),
    nonce: new Integer({ valueHex: new Uint8Array(nonce).buffer }),
    certReq: true,
  })
  const answer = await fetchOutside(url, {
    body: Buffer.from(request.toSchema().toBER()),
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    patience: TIMEOUT_MS,
    largest: MAX_ANSWER_BYTES,
  })
  checkDer(answer)
  const { status, timeStampToken } = TimeStampResp.fromBER(plainBytes(answer))
  // 0: granted; 1: granted otherwise than asked.
  if (status.status > 1 || !timeStampToken) throw new Error(`the time stamp was refused (status ${status.status})`)
  const token = Buffer.from(timeStampToken.toSchema().toBER())
  const stamp = await readTimeStamp(token, bytes, nonce)
  if (authority && !chainsToAuthority(stamp.chain[0]!, stamp.chain, authority))
    throw new Error('nobody vouches for the certificate of the time stamp')
  return { token, ...stamp }
}

/**
 * Verifies a token for these bytes and returns its time and certificate; whether the issuer is trusted is not checked.
 * Throws where the token covers other bytes, does not verify, or is not the canonical encoding of its parts.
 */
export async function readTimeStamp(token: Buffer, bytes: Buffer, nonce?: Buffer): Promise<TimeStamp> {
  const signed = readSignedData(token)
  const { eContent } = signed.encapContentInfo
  if (!eContent) throw new Error('no time stamp')
  const content = Buffer.from(eContent.getValue())
  checkDer(content)
  const info = TSTInfo.fromBER(plainBytes(content))
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  const imprint = Buffer.from(hashedMessage.valueBlock.valueHexView)
  if (hashAlgorithm.algorithmId !== SHA_256 || !imprint.equals(sha256(bytes))) throw new Error('a stamp of other bytes')
  if (nonce && !Buffer.from(info.nonce!.valueBlock.valueHexView).equals(nonce)) throw new Error('an old time stamp')
  const own = await verifySigner(signed, { type: TST_INFO, content, stamped: bytes })
  if (!own.keyUsage?.includes(TIME_STAMPING)) throw new Error('the certificate is not for time stamps')
  if (info.genTime < own.validFromDate || info.genTime > own.validToDate)
    throw new Error('the certificate of the time stamp was not valid then')
  if (!canonicalCms(signed, own).equals(token)) throw new Error('a time stamp with something that nobody has signed')
  const others = chainIn(signed).map(der => new X509Certificate(der))
  const rest = others.filter(({ fingerprint256 }) => fingerprint256 !== own.fingerprint256)
  return { at: info.genTime, by: nameOn(own), chain: [own, ...rest] }
}

export type FoundStamp = Omit<TimeStamp, 'chain'> & { chain: Buffer[] }

/** Verifies a token for these bytes; null where it does not verify. */
export async function findStamp(token: Buffer, bytes: Buffer): Promise<FoundStamp | null> {
  try {
    const { chain, ...said } = await readTimeStamp(token, bytes)
    return { ...said, chain: chain.map(({ raw }) => raw) }
  } catch {
    return null
  }
}

/** Whether a certificate chains to an authority trusted by the operator, through the certificates sent with it. */
export function chainsToAuthority(
  certificate: X509Certificate,
  chain: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
): boolean {
  let current = certificate
  for (let steps = 0; steps < 5; steps++) {
    if (authorities.some(one => one.fingerprint256 === current.fingerprint256 || isCertificateOf(current, one)))
      return true
    const next = chain.find(one => one !== current && isCertificateOf(current, one))
    if (!next) return false
    current = next
  }
  return false
}
