import type { X509Certificate } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { dayOf, iso } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type VerifiedPdf, verifyPdf } from '#lib/server/documents/signatureReader.ts'
import { readUpload } from '#lib/server/http/readUpload.ts'
import { placeOf } from '#lib/server/limits/place.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { writeSealValue } from '#lib/server/seals/sealSignature.ts'
import { checkCredential } from '#modules/certificates/credentials/server/check.ts'
import { isCredentialFile, readStatement } from '#modules/certificates/credentials/server/credentialParser.ts'
import type { fileVerdicts, signingContract } from '#modules/certificates/documents/contract.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { statusToday } from '#modules/certificates/status.ts'
import { checkSealValue } from '#modules/signatures/server/sealChecks.ts'
import { registeredPaper } from '#modules/signatures/server/sealing.ts'
import { originOf } from '#modules/signatures/server/signing.ts'

type Checked = Output<(typeof signingContract)['POST /cert/verify/file']>

const spend = limit('cert/verify/file', { max: 10, per: 60_000 })

const verdictNames: Record<(typeof fileVerdicts)[number], string> = {
  own: '本协会签发的文件，签名以后没有改动',
  changed: '签名已经失效：文件在签名以后被改动过，或者不完整，请勿采信',
  foreign: '文件带有数字签名，但签名的不是本协会',
  keyRevoked: '签名所用的密钥已被本协会作废，不能再凭文件采信，请用证书编号或二维码查验',
  unsigned: '文件没有数字签名，不能凭文件本身判断真伪，请用证书编号或二维码查验',
}

export const fileCheckHandlers = {
  /** Checks whether a file is unchanged since the association issued it. Its own statements are shown only if it is. */
  'POST /cert/verify/file': async ctx => {
    spend(ctx)
    const { name } = ctx.upload!
    const bytes = await readUpload(ctx.upload!, 5)
    if (bytes.subarray(0, 1024).includes('%PDF-')) {
      const found = await verifyPdf(bytes, placeOf(ctx.address))
      return { ...(await toChecked(ctx, found)), sm3: found.sm3, seal: await checkSealOf(ctx, found.sm3) }
    }
    const text = bytes.toString('utf8')
    const statement = isCredentialFile(name, text) ? readStatement(text) : undefined
    if (!statement) throw invalid('请选择 PDF 文件，或 .jwt、.json 的可验证凭证')
    if (statement === 'unsigned') return toVerdict('unsigned')
    const { verdict, ...told } = await checkCredential(ctx, statement)
    return { ...toVerdict(verdict), ...told }
  },
} satisfies Partial<Handlers<typeof signingContract>>

async function toChecked(ctx: Ctx, found: VerifiedPdf): Promise<Checked> {
  const { signed, intact, signer, at, reason, contact, certificate, changes } = found
  if (!signed) return toVerdict('unsigned')
  if (!intact) return { ...toVerdict('changed'), findings: changes }
  const { origin, stamp } = await originOf(ctx, found)
  if (origin === 'foreign') return { ...toVerdict('foreign'), signer: shortened(signer) }
  if (origin === 'changed') return { ...toVerdict('changed'), findings: ['签名旁边的证书、时间戳或其格式被改动过'] }
  if (origin === 'keyRevoked') return toVerdict('keyRevoked')
  return {
    ...toVerdict('own'),
    signer,
    reason,
    signedAt: at,
    stamp: stamp && { at: iso(stamp.at), by: stamp.by },
    findings: found.stamp && !stamp ? ['文件带有时间戳，但来源未核实，不作为时间依据'] : [],
    signedWith: {
      issuer: issuerOf(certificate!),
      serialNumber: certificate!.serialNumber,
      validFrom: dayOf(new Date(certificate!.validFrom)),
      validTo: dayOf(new Date(certificate!.validTo)),
    },
    certificate: await findShownCertificate(ctx, contact),
  }
}

/** Shortens a name from a foreign signature to one line of at most 60 characters. */
const shortened = (name: string) => name.replace(/\p{C}/gu, '').slice(0, 60)

const issuerOf = ({ issuer }: X509Certificate) => /^CN=(.*)$/m.exec(issuer)?.[1] ?? issuer.replaceAll('\n', '，')

const toVerdict = (verdict: Checked['verdict']): Checked => ({
  verdict,
  verdictName: verdictNames[verdict],
  signer: '',
  signedAt: null,
  stamp: null,
  signedWith: null,
  reason: '',
  findings: [],
  certificate: null,
  sm3: '',
  seal: null,
})

/** The seal by SM2 of the file with this digest, where the register has one of exactly these bytes. */
async function checkSealOf(ctx: Ctx, digest: string): Promise<Checked['seal']> {
  const found = digest ? await registeredPaper(ctx, digest) : undefined
  return found ? checkSealValue(ctx, writeSealValue(found.value), { digest: Buffer.from(digest, 'hex') }) : null
}

/** The file may be of a day when the certificate was still valid: what it is today counts. */
async function findShownCertificate({ db, now }: Ctx, verifyUrl: string): Promise<Checked['certificate']> {
  const token = /[?&]token=([\w-]+)$/.exec(verifyUrl)?.[1]
  if (!token) return null
  const [of] = await db.select().from(certificate).where(eq(certificate.token, token))
  if (!of) return null
  const { status, statusName } = statusToday(of, dayOf(now))
  return { certNo: of.number, certStatus: status, certStatusName: statusName, verifyUrl }
}
