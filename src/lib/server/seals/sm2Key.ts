import { createPrivateKey, type KeyObject, type X509Certificate } from 'node:crypto'
import {
  draftCertificate,
  readCertificates,
  readPems,
  type SigningPems,
  signCertificate,
  withErrorMessage,
} from '../documents/signingKey.ts'
import { isSm2, makeSm2Key, SM2_WITH_SM3, signSm2 } from './sm2.ts'

/** Key for sealing papers or making seals. `chain`: the certificate of the key first, then its issuers. */
export type Sm2Key = { key: KeyObject; chain: X509Certificate[] }

/** A key of our own making. Its certificate is signed by `issuer`; without one it vouches for itself, and may for others. */
export async function makeSm2Pems(name: string, now: Date, issuer?: Sm2Key): Promise<SigningPems> {
  const pem = await makeSm2Key()
  const key = createPrivateKey(pem)
  const certificate = draftCertificate({ name, key, now, issuer: issuer?.chain[0], isAuthority: !issuer })
  const signed = signCertificate(certificate, { algorithmId: SM2_WITH_SM3 }, tbs =>
    signSm2(tbs, (issuer ?? { key }).key),
  )
  return { key: pem, certificates: [signed, ...(issuer?.chain ?? [])].map(each => each.toString()).join('') }
}

/** Throws one plain sentence where they are of no use. */
export function openSm2Key({ key: pem, certificates }: SigningPems): Sm2Key {
  const key = withErrorMessage('私钥应为不加密的 PEM 文件（PKCS#8）', () => createPrivateKey(pem))
  if (!isSm2(key)) throw new Error('私钥应为 SM2 密钥')
  const chain = withErrorMessage('证书应为 PEM 文件', () => readCertificates(certificates))
  if (!chain[0]?.checkPrivateKey(key)) throw new Error('证书与私钥不是一对，证书文件中第一张应是私钥的证书')
  return { key, chain }
}

/** The operator's own. */
export async function readGivenSm2Key(paths: { keyPath: string; certificatePath: string }): Promise<Sm2Key> {
  const pems = await readPems(paths, ['SM2_KEY', 'SM2_CERTIFICATE'])
  try {
    return openSm2Key(pems)
  } catch (error) {
    throw new Error(`国密签章的密钥无法使用（${paths.keyPath}、${paths.certificatePath}）：${(error as Error).message}`)
  }
}
