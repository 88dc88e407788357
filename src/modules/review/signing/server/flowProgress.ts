import { hash, type X509Certificate } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, lte } from 'drizzle-orm'
import { isRefusal } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { isCertificateOf } from '#lib/server/documents/cms.ts'
import { shownDifference } from '#lib/server/documents/shownPages.ts'
import { verifyPdf } from '#lib/server/documents/signatureReader.ts'
import { nameOn } from '#lib/server/documents/signingKey.ts'
import { PDF } from '#lib/server/http/download.ts'
import { UntrustedNotification } from '#lib/server/http/signedNotices.ts'
import { nextPollAt } from '#lib/server/jobs/nextPoll.ts'
import { UnparsableError } from '#lib/server/parsers/parser.ts'
import { withTempDir } from '#lib/server/process/tempDir.ts'
import { scan } from '#lib/server/storage/scan.ts'
import { record } from '#modules/audit/server/record.ts'
import { keepFile } from '#modules/files/server/files.ts'
import { file } from '#modules/files/server/tables.ts'
import { routeOf } from '#modules/review/server/messages.ts'
import { application } from '#modules/review/server/tables.ts'
import { applySigningStatus, endFlow, type Flow, isUnderWay, UNDER_WAY, updateFlow } from './flows.ts'
import { signingDriver } from './generic.ts'
import { type SigningDriver, SigningRefusal, type SigningStatus } from './signingDriver.ts'
import { signingFlow } from './tables.ts'

const FLOWS_PER_RUN = 100
/** Days after which an unsigned flow is given up. */
const MAX_FLOW_AGE_DAYS = 30

/**
 * Brings what is under way on: sends it, or asks how it stands where it may have been sent. It is written down before the
 * provider hears of it, and asked for with the same number again: nothing is lost, nothing is doubled.
 */
export async function advanceFlow(ctx: Ctx, of: Flow, isNew = false): Promise<Flow> {
  const driver = signingDriver(ctx.config)
  if (!driver || of.provider !== driver.name || !isUnderWay(of)) return of
  try {
    if (of.state === 'signed') return await collect(ctx, driver, of)
    const known = isNew ? undefined : await driver.query(of.number)
    const after = await applySigningStatus(ctx, known ?? (await send(ctx, driver, of)))
    return after.state === 'signed' ? await collect(ctx, driver, after) : after
  } catch (error) {
    if (error instanceof SigningRefusal)
      return endFlow(ctx, of, { from: [of.state], to: 'failed', problem: error.message })
    if (error instanceof UnusableSignature)
      return endFlow(ctx, of, { from: ['signed'], to: 'failed', problem: error.message })
    ctx.log.warn({ err: error, flow: of.number }, 'a signing flow could not be brought on')
    const problem =
      error instanceof UntrustedNotification
        ? `电子签章服务的答复不可信：${error.message}`
        : '电子签章服务没有应答，稍后自动再问'
    return noteProblem(ctx, of, problem)
  }
}

/** Do not record the problem if the flow has moved on in the meantime. */
async function noteProblem(ctx: Ctx, of: Flow, problem: string): Promise<Flow> {
  const isSame = and(eq(signingFlow.id, of.id), eq(signingFlow.state, of.state))
  const [noted] = await ctx.db.update(signingFlow).set({ problem }).where(isSame).returning()
  if (noted) return noted
  const [now] = await ctx.db.select().from(signingFlow).where(eq(signingFlow.id, of.id))
  return now!
}

/** Job: advances all flows that are due. */
export async function advanceDueFlows(ctx: Ctx): Promise<void> {
  const driver = signingDriver(ctx.config)
  if (!driver) return
  const due = await ctx.db
    .select()
    .from(signingFlow)
    .where(and(eq(signingFlow.provider, driver.name), lte(signingFlow.askAgainAt, ctx.now)))
    .orderBy(signingFlow.askAgainAt)
    .limit(FLOWS_PER_RUN)
  // Set the next check first, so that a failing flow is not retried at once.
  for (const of of due) await updateFlow(ctx, of, { askAgainAt: nextPollAt(ctx, of.createdAt) })
  for (const of of due) await (isTooOld(ctx, of) ? expireFlow(ctx, of) : advanceFlow(ctx, of))
}

const isTooOld = ({ now }: Ctx, { createdAt }: Flow) =>
  now.getTime() - createdAt.getTime() > MAX_FLOW_AGE_DAYS * 86_400_000
const expireFlow = (ctx: Ctx, of: Flow) =>
  endFlow(ctx, of, { from: UNDER_WAY, to: 'expired', problem: `${MAX_FLOW_AGE_DAYS} 天内没有取得签好的申请表` })

async function send(ctx: Ctx, driver: SigningDriver, of: Flow): Promise<SigningStatus> {
  const { name, bytes } = await givenOf(ctx, of)
  const [what] = await ctx.db.select().from(application).where(eq(application.id, of.applicationId))
  return driver.create({
    flowNumber: of.number,
    returnUrl: ctx.config.publicUrl + routeOf(what!),
    title: name.replace(/\.pdf$/, ''),
    document: { name, bytes, sha256: of.sha256 },
    signatory: { kind: of.signatoryKind, name: of.signatoryName, creditCode: of.creditCode },
  })
}

async function givenOf({ db, store }: Ctx, { fileId }: Flow): Promise<{ name: string; bytes: Buffer }> {
  const [given] = await db.select({ key: file.key, name: file.name }).from(file).where(eq(file.id, fileId))
  const parts = await Array.fromAsync(await store.open(given!.key))
  return { name: given!.name, bytes: Buffer.concat(parts) }
}

/** Fetches the signed form, checks it and keeps it for its applicant. */
async function collect(ctx: Ctx, driver: SigningDriver, of: Flow): Promise<Flow> {
  const pdf = await driver.download(of.number)
  if (pdf.length !== of.signedSize || hash('sha256', pdf) !== of.signedSha256)
    throw new UntrustedNotification('给出的文件与先前说的不是同一个')
  const given = await givenOf(ctx, of)
  const { authority } = ctx.config.signingService!
  const wanted = { given: given.bytes, authority, name: of.signatoryName, now: ctx.now }
  const { fingerprint256 } = await signedBy(pdf, wanted)
  await withTempDir(ctx.config.dataDir, async scratch => {
    const path = join(scratch, 'signed')
    await writeFile(path, pdf, { mode: 0o600 })
    await scan(ctx, path).catch(error => {
      throw isRefusal(error) && error.code === 400 ? new UnusableSignature('签好的文件没有通过病毒扫描') : error
    })
  })
  const name = given.name.replace(/\.pdf$/, `-${of.signatoryName}电子签章.pdf`)
  return inTransaction(ctx, tx => storeSignedForm(tx, of, { name, pdf, certificate: fingerprint256 }))
}

type Signed = { name: string; pdf: Buffer; certificate: string }

/** Stores the signed form; a concurrent second call finds it stored and does nothing. */
async function storeSignedForm(ctx: Ctx, { id }: Flow, { name, pdf, certificate }: Signed): Promise<Flow> {
  const [of] = await ctx.db.select().from(signingFlow).where(eq(signingFlow.id, id)).for('update')
  if (of!.state !== 'signed') return of!
  const about = { name, type: PDF, isConfined: false, isPublic: false }
  const signedFileId = await keepFile(ctx, { ...about, bytes: pdf })
  await ctx.db
    .update(file)
    .set({ ownerId: of!.accountId, codes: [of!.qr] })
    .where(eq(file.id, signedFileId))
  await record(ctx, {
    action: 'application.signed',
    objectType: 'application',
    objectId: of!.applicationId,
    detail: { flow: of!.number, signer: of!.signatoryName, certificate },
  })
  const kept = { state: 'kept' as const, problem: '', endedAt: ctx.now, askAgainAt: null }
  return updateFlow(ctx, of!, { ...kept, signedFileId, certificate })
}

/** Thrown if a signed form is unusable; the message is for the applicant. */
class UnusableSignature extends Error {}

type Wanted = {
  /** PDF that was sent for signing. */
  given: Buffer
  /** Certificate authorities accepted for the signature. */
  authority: readonly X509Certificate[]
  /** Name that the certificate must carry. */
  name: string
  now: Date
}

/**
 * Verifies a signed form and returns the signing certificate. The file must begin with the exact bytes sent and show
 * the same pages, the signature must be intact and cover the whole file, and the certificate must be the signatory's
 * and valid today. Throws otherwise, with the reason for the applicant.
 */
export async function signedBy(pdf: Buffer, { given, authority, name, now }: Wanted): Promise<X509Certificate> {
  if (!pdf.subarray(0, given.length).equals(given)) throw new UnusableSignature('签章的不是送签的文件')
  const { signed, intact, certificate } = await verifyPdf(pdf)
  if (!signed) throw new UnusableSignature('文件上没有数字签名')
  if (!intact || !certificate) throw new UnusableSignature('签名不完整，或签名后文件有改动')
  if (!authority.some(issuer => isCertificateOf(certificate, issuer)))
    throw new UnusableSignature('签章人的证书不是协会认可的机构签发的')
  if (now < certificate.validFromDate || now > certificate.validToDate)
    throw new UnusableSignature('签章人的证书不在有效期内')
  if (nameOn(certificate) !== name)
    throw new UnusableSignature(`签章人是“${nameOn(certificate)}”，不是申请单位“${name}”`)
  const difference = await shownDifference(given, pdf).catch(error => {
    if (error instanceof UnparsableError) return '文件过大或结构异常，无法逐页核对'
    throw error
  })
  if (difference) throw new UnusableSignature(`签章后的文件显示的内容与送签的不同：${difference}`)
  return certificate
}
