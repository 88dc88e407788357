import { randomBytes, X509Certificate } from 'node:crypto'
import { Integer } from 'asn1js'
import {
  AlgorithmIdentifier,
  ContentInfo,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { askOutside } from '../outbound/askOutside.ts'
import type { Config } from '../process/config.ts'
import { chainIn, isCertificateOf, octets, plainBytes, sha256 } from './cms.ts'
import { nameOn } from './signingKey.ts'

const SHA_256 = '2.16.840.1.101.3.4.2.1'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
/** In ms, and in bytes: who waits for a paper does not wait long for its stamp. */
const PATIENCE = 5_000
const LARGEST = 64 << 10

export type TimeStamp = { at: Date; by: string; chain: X509Certificate[] }

/** A token that says when these bytes were there at the latest (RFC 3161), checked before it is used. */
export async function askTimeStamp(bytes: Buffer, { url, authority }: NonNullable<Config['timeStamps']>) {
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
  const answer = await askOutside(url, {
    body: Buffer.from(request.toSchema().toBER()),
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    patience: PATIENCE,
    largest: LARGEST,
  })
  const { status, timeStampToken } = TimeStampResp.fromBER(plainBytes(answer))
  // 0: granted; 1: granted otherwise than asked.
  if (status.status > 1 || !timeStampToken) throw new Error(`the time stamp was refused (status ${status.status})`)
  const token = Buffer.from(timeStampToken.toSchema().toBER())
  const stamp = await readTimeStamp(token, bytes, nonce)
  if (authority && !(await isVouchedFor(stamp.chain, authority)))
    throw new Error('nobody vouches for the certificate of the time stamp')
  return { token, ...stamp }
}

/** What a token says of these bytes; throws where it is of others, or does not hold. */
export async function readTimeStamp(token: Buffer, bytes: Buffer, nonce?: Buffer): Promise<TimeStamp> {
  const signed = new SignedData({ schema: ContentInfo.fromBER(plainBytes(token)).content })
  const { eContentType, eContent } = signed.encapContentInfo
  if (eContentType !== TST_INFO || !eContent) throw new Error('no time stamp')
  const info = TSTInfo.fromBER(eContent.getValue())
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  const imprint = Buffer.from(hashedMessage.valueBlock.valueHexView)
  if (hashAlgorithm.algorithmId !== SHA_256 || !imprint.equals(sha256(bytes))) throw new Error('a stamp of other bytes')
  if (nonce && !Buffer.from(info.nonce!.valueBlock.valueHexView).equals(nonce)) throw new Error('an old time stamp')
  const verdict = await signed.verify({ signer: 0, data: new Uint8Array(bytes).buffer, extendedMode: true })
  if (!verdict.signatureVerified) throw new Error('the signature of the time stamp does not hold')
  const own = new X509Certificate(Buffer.from(verdict.signerCertificate!.toSchema().toBER()))
  if (!own.keyUsage?.includes(TIME_STAMPING)) throw new Error('the certificate is not for time stamps')
  const others = chainIn(signed).map(der => new X509Certificate(der))
  const rest = others.filter(({ fingerprint256 }) => fingerprint256 !== own.fingerprint256)
  return { at: info.genTime, by: nameOn(own), chain: [own, ...rest] }
}

/** Whether one of these leads to an authority that the operator named. */
async function isVouchedFor(chain: X509Certificate[], authorities: readonly X509Certificate[]): Promise<boolean> {
  let current = chain[0]!
  for (let steps = 0; steps < 5; steps++) {
    if (authorities.some(one => one.fingerprint256 === current.fingerprint256 || isCertificateOf(current, one)))
      return true
    const next = chain.find(one => one !== current && isCertificateOf(current, one))
    if (!next) return false
    current = next
  }
  return false
}
