import { generateKeyPairSync, sign, type X509Certificate } from 'node:crypto'
import { Integer, OctetString, type Sequence } from 'asn1js'
import { AlgorithmIdentifier, Extension, ExtKeyUsage, MessageImprint, TSTInfo } from 'pkijs'
import { sha256, signCms, wrapContentInfo } from '#lib/server/documents/cms.ts'
import {
  draftCertificate,
  openSigningKey,
  rsaWithSha256,
  type SigningKey,
  signCertificate,
} from '#lib/server/documents/signingKey.ts'

/** The token of a time stamp for these bytes, by a service that anybody can make: RFC 3161, signed as it should be. */
export async function makeTimeStamp(bytes: Buffer, { name, at }: { name: string; at: Date }): Promise<Buffer> {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const draft = draftCertificate({ name, key, now: new Date(at.getTime() - 86_400_000) })
  draft.extensions!.push(
    new Extension({
      extnID: '2.5.29.37',
      critical: true,
      extnValue: new ExtKeyUsage({ keyPurposes: ['1.3.6.1.5.5.7.3.8'] }).toSchema().toBER(),
    }),
  )
  const certificate = signCertificate(draft, rsaWithSha256(), tbs => sign('sha256', tbs, key))
  const info = new TSTInfo({
    version: 1,
    policy: '1.2.3.4',
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1' }),
      hashedMessage: new OctetString({ valueHex: new Uint8Array(sha256(bytes)) }),
    }),
    serialNumber: new Integer({ value: 1 }),
    genTime: at,
  })
  const content = Buffer.from((info.toSchema() as Sequence).toBER())
  const pems = {
    key: key.export({ format: 'pem', type: 'pkcs8' }) as string,
    certificates: certificate.toString(),
  }
  return wrapContentInfo(
    await signCms(content, openSigningKey(pems), { type: '1.2.840.113549.1.9.16.1.4', encloses: true }),
  )
}

/** A key with a certificate of this name, and the authority that issued it. */
export function issueSigningKey(name: string, now: Date): { key: SigningKey; authority: X509Certificate } {
  const [own, issuing] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
  const signed = (draft: ReturnType<typeof draftCertificate>) =>
    signCertificate(draft, rsaWithSha256(), tbs => sign('sha256', tbs, issuing!))
  const authority = signed(draftCertificate({ name: '签发机构', key: issuing!, now, isAuthority: true }))
  const certificate = signed(draftCertificate({ name, key: own!, now, issuer: authority }))
  const pems = { key: own!.export({ format: 'pem', type: 'pkcs8' }) as string, certificates: certificate.toString() }
  return { key: openSigningKey(pems), authority }
}

/** The file with one more signature behind, over all of it, as a service does that takes any file. */
export async function signedOver(file: Buffer, key: SigningKey): Promise<Buffer> {
  const room = 8000
  const before = `${file.toString('latin1')}\n99 0 obj\n<< /Type /Sig /ByteRange `
  const after = '\n>>\nendobj\n%%EOF\n'
  const rangeOf = (from: number) =>
    `[0 ${String(from).padStart(9, '0')} ${String(from + room + 2).padStart(9, '0')} ${after.length}] /Contents `
  const head = Buffer.from(before + rangeOf(before.length + rangeOf(0).length), 'latin1')
  const cms = wrapContentInfo(await signCms(Buffer.concat([head, Buffer.from(after)]), key))
  return Buffer.concat([head, Buffer.from(`<${cms.toString('hex').padEnd(room, '0')}>${after}`)])
}
