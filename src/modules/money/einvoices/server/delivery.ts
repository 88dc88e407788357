import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import { isRefusal } from '#lib/error.ts'
import { formatYuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { makeLetter } from '#lib/server/outbox/letter.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import { withTempDir } from '#lib/server/process/tempDir.ts'
import { scan } from '#lib/server/storage/scan.ts'
import { mimeTypes } from '#lib/uploads.ts'
import { discard, keepFile } from '#modules/files/server/files.ts'
import { definePaymentPapers } from '#modules/files/server/paymentPapers.ts'
import { recognise } from '#modules/files/server/recognition.ts'
import { file } from '#modules/files/server/tables.ts'
import { owedId, receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { colourNames, type PaperFile, type ProviderFile, paperNames } from '../../eInvoiceWords.ts'
import { recordRedInvoice } from '../../invoices/server/redInvoices.ts'
import { eInvoice } from '../../server/tables.ts'
import type { InvoiceDriver } from './drivers/invoiceDriver.ts'
import { type EInvoice, updateEInvoice } from './providerStatus.ts'

definePaymentPapers(eInvoice.pdfId, eInvoice.ofdId, eInvoice.xmlId)

const columns = { pdf: 'pdfId', ofd: 'ofdId', xml: 'xmlId' } as const satisfies Record<PaperFile, keyof EInvoice>
type StoredFiles = Partial<Record<(typeof columns)[PaperFile], number>>

/** Fetches the files of what is issued, keeps them, writes the paper down at its payment and sends it to who paid. */
export async function deliver(ctx: Ctx, driver: InvoiceDriver, of: EInvoice): Promise<EInvoice> {
  if (of.deliveredAt) return of
  const kept: StoredFiles = {}
  try {
    const said = of.files.length > 0 ? of.files : ((await driver.query(of))?.files ?? [])
    if (!said.some(({ kind }) => kind !== 'xml')) throw new Error('开票服务还没有给出文件')
    for (const each of said) kept[columns[each.kind]] = await fetchFile(ctx, driver, of, each)
    return await inTransaction(ctx, tx => recordDelivery(tx, of.id, kept))
  } catch (error) {
    await deleteFiles(ctx, Object.values(kept))
    ctx.log.warn({ err: error, requestNumber: of.requestNumber }, 'the files of an e-invoice could not be kept')
    return updateEInvoice(ctx, of, { problem: `已开具，文件还没有收到，稍后自动再取：${reasonOf(error)}` })
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 120)

async function fetchFile(ctx: Ctx, driver: InvoiceDriver, of: EInvoice, said: ProviderFile): Promise<number> {
  const { kind, size, sha256 } = said
  const bytes = await driver.download(of.requestNumber, said)
  if (size !== undefined && bytes.length !== size) throw new Error(`${kind.toUpperCase()} 文件的大小不符`)
  if (sha256 !== undefined && createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error(`${kind.toUpperCase()} 文件的摘要不符`)
  await check(ctx, kind, bytes)
  const name = `${paperNames[of.paper]}_${of.number}.${kind}`
  return keepFile(ctx, { name, type: mimeTypes[kind], bytes, isConfined: false, isPublic: false })
}

/** Checks the file type by content, ignoring the name given by the provider. */
const check = (ctx: Ctx, kind: PaperFile, bytes: Buffer) =>
  withTempDir(ctx.config.dataDir, async scratch => {
    const path = join(scratch, 'paper')
    await writeFile(path, bytes, { mode: 0o600 })
    await scan(ctx, path)
    const isWhatItSays =
      kind === 'xml' ? /^\uFEFF?\s*<[?\w]/.test(bytes.toString('utf8')) : (await recognise(path, 'invoice')) === kind
    if (!isWhatItSays) throw new Error(`${kind.toUpperCase()} 文件的内容不对`)
  })

async function deleteFiles(ctx: Ctx, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await ctx.db.update(file).set({ attachedAt: null }).where(inArray(file.id, ids))
  for (const id of ids) await discard(ctx, id)
}

/** Locks the row; a concurrent second call finds it delivered and drops its files. */
async function recordDelivery(ctx: Ctx, id: number, kept: StoredFiles): Promise<EInvoice> {
  const [of] = await ctx.db.select().from(eInvoice).where(eq(eInvoice.id, id)).for('update')
  if (of!.deliveredAt) {
    await deleteFiles(ctx, Object.values(kept))
    return of!
  }
  const problem = await recordDocument(ctx, of!, (kept.pdfId ?? kept.ofdId)!)
  const after = await updateEInvoice(ctx, of!, { ...kept, deliveredAt: ctx.now, askAgainAt: null, problem })
  await mailFiles(ctx, after)
  return after
}

/**
 * Records the document through its kind, which notifies the payer. On a refusal the document stays here, and the reason
 * is returned.
 */
async function recordDocument(ctx: Ctx, of: EInvoice, fileId: number): Promise<string> {
  const kind = receivableKind(of.payable)!
  const issued = { number: of.number, issuedOn: of.issuedOn!, fileId }
  try {
    await ctx.db.transaction(async db => {
      const tx = { ...ctx, db, ...systemActor }
      if (of.colour === 'blue') await kind.issueInvoice(tx, of.payableId, issued)
      else
        await recordRedInvoice(tx, {
          id: owedId(kind, of.payableId),
          ...issued,
          amount: of.amount,
          reason: of.redReason,
          blueNumber: of.blueNumber,
          issuedBy: of.askedBy!,
        })
    })
    return ''
  } catch (error) {
    if (!isRefusal(error)) throw error
    return `已开具，没有登记到款项：${error.message}`
  }
}

/** The provider says it, whoever has asked. */
const systemActor = { actor: { kind: 'anonymous' }, address: '' } as const

/** Mails all files to the address given. */
export async function mailFiles(ctx: Ctx, of: EInvoice): Promise<boolean> {
  if (!of.email) return false
  const ids = [of.pdfId, of.ofdId, of.xmlId].flatMap(id => id ?? [])
  const attachments = await ctx.db
    .select({ name: file.name, type: file.type, key: file.key })
    .from(file)
    .where(inArray(file.id, ids))
  const { name } = await readGroup(ctx, 'association')
  const title = `${paperNames[of.paper]} ${of.number}`
  const isRed = of.colour === 'red'
  const lines = [
    `抬头：${of.title}`,
    `款项：${of.about}`,
    `金额：${isRed ? '-' : ''}${formatYuan(of.amount)} 元（${colourNames[of.colour]}）`,
    ...(isRed ? [`冲红：${of.blueNumber}，原因：${of.redReason}`] : []),
    '文件随本邮件附上，请下载保存。',
  ]
  const letter = makeLetter({ from: name, title, parts: [{ lines }] })
  await queue(ctx, { channel: 'mail', to: of.email, subject: title, ...letter, attachments })
  return true
}
