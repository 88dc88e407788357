import {
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign as signBytes,
  X509Certificate,
} from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BitString, Integer, Null, OctetString, Primitive, Utf8String } from 'asn1js'
import {
  AccessDescription,
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  BasicConstraints,
  BasicOCSPResponse,
  Certificate,
  CertificateRevocationList,
  CRLDistributionPoints,
  DistributionPoint,
  Extension,
  ExtKeyUsage,
  GeneralName,
  InfoAccess,
  OCSPRequest,
  OCSPResponse,
  PublicKeyInfo,
  ResponseBytes,
  SingleResponse,
  Time,
} from 'pkijs'
import { plainBytes } from '#lib/server/documents/cms.ts'
import { openSigningKey, type SigningKey } from '#lib/server/documents/signingKey.ts'

const RSA_SHA_256 = () => new AlgorithmIdentifier({ algorithmId: '1.2.840.113549.1.1.11', algorithmParams: new Null() })
const YEAR = 365 * 86_400_000

/** An authority for trying: a root, certificates below it, and what it says of them by OCSP and by a list. */
export type Authority = {
  root: X509Certificate
  /** A key with a certificate of the authority, kept in the folder. `use`: the one thing that it is for. */
  issue: (name: string, use?: string) => SigningKey
  list: () => Promise<Buffer>
  respond: (request: Buffer) => Promise<Buffer>
}

export function openAuthority({ folder, origin, name }: { folder: string; origin: string; name: string }): Authority {
  const [rootPem, rootKey] = keptPair(folder, 'root', () => makeCertificate({ name, ca: true }))
  const root = new X509Certificate(rootPem)
  const rootCertificate = Certificate.fromBER(root.raw)
  const rootCrypto = openSigningKey({ key: rootKey, certificates: rootPem }).key
  return {
    root,
    issue(called, use) {
      const by = { certificate: rootCertificate, key: createPrivateKey(rootKey) }
      const [pem, key] = keptPair(folder, called, () => makeCertificate({ name: called, use, origin, by }))
      return openSigningKey({ key, certificates: pem + rootPem })
    },
    async list() {
      const made = new CertificateRevocationList({ version: 1, issuer: rootCertificate.subject })
      made.thisUpdate = new Time({ value: new Date() })
      made.nextUpdate = new Time({ value: new Date(Date.now() + YEAR) })
      await made.sign(rootCrypto, 'SHA-256')
      return Buffer.from(made.toSchema(true).toBER())
    },
    async respond(asked) {
      const response = new BasicOCSPResponse()
      response.tbsResponseData.responderID = rootCertificate.subject
      response.tbsResponseData.producedAt = new Date()
      response.tbsResponseData.responses = OCSPRequest.fromBER(plainBytes(asked)).tbsRequest.requestList.map(
        ({ reqCert }) =>
          new SingleResponse({
            certID: reqCert,
            certStatus: GOOD(),
            thisUpdate: new Date(),
            nextUpdate: new Date(Date.now() + YEAR),
          }),
      )
      response.certs = [rootCertificate]
      await response.sign(rootCrypto, 'SHA-256')
      const bytes = response.toSchema().toBER()
      const answer = new OCSPResponse({
        responseBytes: new ResponseBytes({
          responseType: '1.3.6.1.5.5.7.48.1.1',
          response: new OctetString({ valueHex: bytes }),
        }),
      })
      answer.responseStatus.valueBlock.valueDec = 0
      return Buffer.from(answer.toSchema().toBER())
    },
  }
}

/** NULL, by the tag of `good`. */
const GOOD = () => new Primitive({ idBlock: { tagClass: 3, tagNumber: 0 } })

/** The certificate and its key, PEM; made once. */
function keptPair(folder: string, called: string, make: () => [string, string]): [string, string] {
  const paths = ['pem', 'key'].map(ending => join(folder, `${Buffer.from(called).toString('hex')}.${ending}`))
  if (!existsSync(paths[1]!)) for (const [i, text] of make().entries()) writeFileSync(paths[i]!, text, { mode: 0o600 })
  return paths.map(path => readFileSync(path, 'utf8')) as [string, string]
}

type Made = {
  name: string
  ca?: boolean
  use?: string | undefined
  origin?: string
  by?: { certificate: Certificate; key: KeyObject }
}

function makeCertificate({ name, ca = false, use, origin, by }: Made): [string, string] {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const made = new Certificate({ version: 2 })
  made.serialNumber = new Integer({ valueHex: new Uint8Array(randomBytes(16).with(0, 0x41)).buffer })
  const called = new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: name }) })
  made.subject.typesAndValues.push(called)
  if (by) made.issuer = by.certificate.subject
  else made.issuer.typesAndValues.push(called)
  made.notBefore.value = new Date(Date.now() - 86_400_000)
  made.notAfter.value = new Date(Date.now() + 10 * YEAR)
  made.subjectPublicKeyInfo = PublicKeyInfo.fromBER(publicKey.export({ format: 'der', type: 'spki' }))
  const usage = new BitString({
    valueHex: new Uint8Array([ca ? 0b0000_0110 : 0b1100_0000]).buffer,
    unusedBits: ca ? 1 : 6,
  })
  made.extensions = [
    extension('2.5.29.19', new BasicConstraints({ cA: ca }).toSchema(), true),
    extension('2.5.29.15', usage, true),
    ...(use ? [extension('2.5.29.37', new ExtKeyUsage({ keyPurposes: [use] }).toSchema(), true)] : []),
    ...(origin
      ? [
          extension('2.5.29.31', listAt(`${origin}/list`), false),
          extension('1.3.6.1.5.5.7.1.1', responderAt(`${origin}/ocsp`), false),
        ]
      : []),
  ]
  made.signature = RSA_SHA_256()
  made.signatureAlgorithm = RSA_SHA_256()
  made.tbsView = new Uint8Array(made.encodeTBS().toBER())
  made.signatureValue = new BitString({
    valueHex: new Uint8Array(signBytes('sha256', made.tbsView, by?.key ?? privateKey)).buffer,
  })
  const pem = new X509Certificate(Buffer.from(made.toSchema(true).toBER())).toString()
  return [pem, privateKey.export({ format: 'pem', type: 'pkcs8' }) as string]
}

const extension = (extnID: string, value: { toBER: () => ArrayBuffer }, critical: boolean) =>
  new Extension({ extnID, critical, extnValue: value.toBER() })
const address = (value: string) => new GeneralName({ type: 6, value })
const listAt = (url: string) =>
  new CRLDistributionPoints({
    distributionPoints: [new DistributionPoint({ distributionPoint: [address(url)] })],
  }).toSchema()
const responderAt = (url: string) =>
  new InfoAccess({
    accessDescriptions: [new AccessDescription({ accessMethod: '1.3.6.1.5.5.7.48.1', accessLocation: address(url) })],
  }).toSchema()
