import type { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { verifyPdf } from '#lib/server/documents/pdfSignature.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { MEGABYTE } from '#lib/uploads.ts'
import type { fileVerdicts, signingContract } from '#modules/certificates/documents/contract.ts'
import { isOurs } from '#modules/certificates/documents/server/signing.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { statusToday } from '#modules/certificates/status.ts'

type Checked = Output<(typeof signingContract)['POST /cert/verify/file']>

const LARGEST = 5 * MEGABYTE
const spend = limit('cert/verify/file', { max: 10, per: 60_000 })

const verdictNames: Record<(typeof fileVerdicts)[number], string> = {
  own: '本协会签发的文件，签名以后没有改动',
  changed: '签名已经失效：文件在签名以后被改动过，或者不完整，请勿采信',
  foreign: '文件带有数字签名，但签名的不是本协会',
  unsigned: '文件没有数字签名，不能凭文件本身判断真伪，请用证书编号或二维码查验',
}

export const fileCheckHandlers = {
  /** Whether a file is as the association gave it out. What it says of itself is told only where it is. */
  'POST /cert/verify/file': async ctx => {
    spend(ctx)
    const { signed, intact, signer, at, reason, contact, certificate } = await verifyPdf(
      await readPdf(ctx.upload!.stream),
    )
    if (!signed) return toVerdict('unsigned')
    if (!intact) return toVerdict('changed')
    if (!(await isOurs(ctx, certificate!))) return { ...toVerdict('foreign'), signer }
    return { ...toVerdict('own'), signer, reason, signedAt: at, certificate: await shownIn(ctx, contact) }
  },
} satisfies Partial<Handlers<typeof signingContract>>

const toVerdict = (verdict: Checked['verdict']): Checked => ({
  verdict,
  verdictName: verdictNames[verdict],
  signer: '',
  signedAt: null,
  reason: '',
  certificate: null,
})

async function readPdf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > LARGEST) throw invalid('文件不能超过 5 MB')
    chunks.push(chunk)
  }
  const pdf = Buffer.concat(chunks)
  if (!pdf.subarray(0, 1024).includes('%PDF-')) throw invalid('请选择 PDF 文件')
  return pdf
}

/** The file may be of a day when the certificate was still valid: what it is today counts. */
async function shownIn({ db, now }: Ctx, verifyUrl: string): Promise<Checked['certificate']> {
  const token = /[?&]token=([\w-]+)$/.exec(verifyUrl)?.[1]
  if (!token) return null
  const [of] = await db.select().from(certificate).where(eq(certificate.token, token))
  if (!of) return null
  const { status, statusName } = statusToday(of, dayOf(now))
  return { certNo: of.number, certStatus: status, certStatusName: statusName, verifyUrl }
}
