import type { X509Certificate } from 'node:crypto'
import { isCertificateOf } from '#lib/server/documents/cms.ts'
import { shownDifference } from '#lib/server/documents/shownPages.ts'
import { verifyPdf } from '#lib/server/documents/signatureReader.ts'
import { nameOn } from '#lib/server/documents/signingKey.ts'
import { UnparsableError } from '#lib/server/parsers/parser.ts'

/** What was signed is of no use, in words for the applicant. */
export class Unfit extends Error {}

type Wanted = {
  /** What was given to be signed. */
  given: Buffer
  /** Who may vouch for the certificate. */
  authority: readonly X509Certificate[]
  /** Of whom it must be. */
  name: string
  now: Date
}

/**
 * By whom a form was signed. It begins with the very bytes that were given and shows the same pages, the signature is whole
 * and over all that there is, and its certificate is the signatory's and good today. Throws `Unfit` with what is otherwise.
 */
export async function signedBy(pdf: Buffer, { given, authority, name, now }: Wanted): Promise<X509Certificate> {
  if (!pdf.subarray(0, given.length).equals(given)) throw new Unfit('签章的不是送签的文件')
  const { signed, intact, certificate } = await verifyPdf(pdf)
  if (!signed) throw new Unfit('文件上没有数字签名')
  if (!intact || !certificate) throw new Unfit('签名不完整，或签名后文件有改动')
  if (!authority.some(issuer => isCertificateOf(certificate, issuer)))
    throw new Unfit('签章人的证书不是协会认可的机构签发的')
  if (now < certificate.validFromDate || now > certificate.validToDate) throw new Unfit('签章人的证书不在有效期内')
  if (nameOn(certificate) !== name) throw new Unfit(`签章人是“${nameOn(certificate)}”，不是申请单位“${name}”`)
  const difference = await shownDifference(given, pdf).catch(error => {
    if (error instanceof UnparsableError) return '文件过大或结构异常，无法逐页核对'
    throw error
  })
  if (difference) throw new Unfit(`签章后的文件显示的内容与送签的不同：${difference}`)
  return certificate
}
