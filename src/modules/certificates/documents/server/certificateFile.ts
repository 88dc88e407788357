import { and, asc, desc, eq, lte } from 'drizzle-orm'
import { dayOf, longDay } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { qrSvg } from '#lib/server/documents/formDocument.ts'
import { printedUrl } from '#lib/server/process/publicAddress.ts'
import { record } from '#modules/audit/server/record.ts'
import { designedSheet } from '#modules/certificates/designs/server/designedSheet.ts'
import { type Paper, sheetOf } from '#modules/certificates/server/certificateCatalogue.ts'
import { abilitySheet, signedWords } from '#modules/certificates/server/certificateSheet.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'
import { certificate, certificateEvent } from '#modules/certificates/server/tables.ts'
import { type CertificateEvent, statusToday } from '#modules/certificates/status.ts'
import { paperDownload, signPaper } from '#modules/signatures/server/sealing.ts'
import type { certificateFileContract } from '../contract.ts'

/** The certificate as its holder keeps it: signed, and marked where it is not valid any more. */
export async function certificatePdf(ctx: Ctx, of: Certificate): Promise<Buffer> {
  const verifyUrl = printedUrl(ctx, `/admin/verify?token=${of.token}`)
  const lastDayOf = await readLastDays(ctx, of)
  const [changedOn, reissuedOn] = [lastDayOf('changed'), lastDayOf('reissued')]
  const mark = await markOf(ctx, of, lastDayOf)
  const paper: Paper = { verifyUrl, qrSvg: await qrSvg(verifyUrl), mark, changedOn, reissuedOn }
  const pdf =
    of.lookId === null
      ? await (sheetOf(of.register) ?? abilitySheet)(ctx, of, paper)
      : await designedSheet(ctx, of, paper, signedWords(ctx))
  return signPaper(ctx, pdf, `证书 ${of.number}`, verifyUrl)
}

export const certificateFileHandlers = {
  'GET /staff/certificate/file': async (ctx, { id }) => {
    const [of] = await ctx.db.select().from(certificate).where(eq(certificate.id, id))
    if (!of) throw notFound('证书不存在')
    refuseOutside(ctx, 'staff:certificates', of.provinceCode)
    const pdf = await certificatePdf(ctx, of)
    await record(ctx, {
      action: 'certificate.download',
      objectType: 'certificate',
      objectId: id,
      objectName: of.number,
    })
    return paperDownload(ctx, `${of.number}.pdf`, pdf)
  },
} satisfies Handlers<typeof certificateFileContract>

type LastDayOf = (kind: CertificateEvent['kind']) => string | undefined

async function readLastDays({ db, now }: Ctx, { id }: Certificate): Promise<LastDayOf> {
  const events = await db
    .select({ kind: certificateEvent.kind, effectiveOn: certificateEvent.effectiveOn })
    .from(certificateEvent)
    .where(and(eq(certificateEvent.certificateId, id), lte(certificateEvent.effectiveOn, dayOf(now))))
    .orderBy(asc(certificateEvent.effectiveOn))
  return kind => events.findLast(event => event.kind === kind)?.effectiveOn
}

/** Builds the mark across a certificate that is no longer valid, so that it cannot be shown as a valid one. */
async function markOf(ctx: Ctx, of: Certificate, lastDayOf: LastDayOf): Promise<Paper['mark']> {
  const { status } = statusToday(of, dayOf(ctx.now))
  if (status === 'valid' || status === 'expiring' || status === 'notYet') return null
  if (status === 'expired') return { title: '本证书已过期', since: `有效期至${longDay(of.validTo!)}` }
  const since = `自${longDay(lastDayOf(status) ?? of.issuedOn)}起`
  const successor = status === 'replaced' && (await successorOf(ctx, of))
  return { title: titles[status], since: successor ? `${since}，由 ${successor} 替代` : since }
}

const titles = {
  suspended: '本证书已暂停',
  revoked: '本证书已撤销',
  cancelled: '本证书已注销',
  replaced: '本证书已被替代',
}

async function successorOf({ db }: Ctx, { id }: Certificate): Promise<string | undefined> {
  const [next] = await db
    .select({ number: certificate.number })
    .from(certificate)
    .where(eq(certificate.replacesId, id))
    .orderBy(desc(certificate.id))
    .limit(1)
  return next?.number
}
