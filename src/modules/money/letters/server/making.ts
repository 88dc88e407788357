import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { and, asc, eq, gt, isNotNull, lt, ne, or } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { mergePdfs } from '#lib/server/documents/pdfMerge.ts'
import { PDF } from '#lib/server/http/download.ts'
import { printedUrl } from '#lib/server/process/publicAddress.ts'
import { serialize } from '#lib/server/process/serialize.ts'
import { withTempDir } from '#lib/server/process/tempDir.ts'
import { discard, newKey } from '#modules/files/server/files.ts'
import { releaseFiles } from '#modules/files/server/releasing.ts'
import { file } from '#modules/files/server/tables.ts'
import { FILE_RETENTION_DAYS, HEARTBEAT_TIMEOUT_MS, letterKindNames } from '../../letterWords.ts'
import { sheetOf } from './content.ts'
import type { Answer } from './letterProcess.ts'
import type { LetterSheet } from './letterSheet.ts'
import { paymentLetter, paymentLetterBatch } from './tables.ts'

type Batch = typeof paymentLetterBatch.$inferSelect

/** Thrown to end work on a batch that was voided, or that another process has taken over. */
class Stopped extends Error {}

/** Letters set at a time: with 50 the process that sets them takes some 250 MB, however many parts follow. */
const LETTERS_PER_PART = 50
/** A letter of many pages counts as several. */
const ROWS_PER_PART = 500

/** Marks a batch as worked on by a run of its own. */
export const startMaking = () => ({
  state: 'making' as const,
  work: randomUUID(),
  progress: 0,
  reason: '',
  heartbeat: new Date(),
})

/** Takes a batch on again whose file is missing; of two who want it at the same time, one does. */
export async function startAgain({ db, now }: Pick<Ctx, 'db' | 'now'>, { id, work }: Batch): Promise<Batch> {
  const isSilent = lt(paymentLetterBatch.heartbeat, new Date(now.getTime() - HEARTBEAT_TIMEOUT_MS))
  const isIdle = and(ne(paymentLetterBatch.state, 'void'), or(ne(paymentLetterBatch.state, 'making'), isSilent))
  const [batch] = await db
    .update(paymentLetterBatch)
    .set(startMaking())
    .where(and(eq(paymentLetterBatch.id, id), eq(paymentLetterBatch.work, work), isIdle))
    .returning()
  if (!batch) throw conflict('这个批次正在生成，或已作废，请刷新后查看')
  return batch
}

const isThisRun = ({ id, work }: Batch) =>
  and(eq(paymentLetterBatch.id, id), eq(paymentLetterBatch.work, work), eq(paymentLetterBatch.state, 'making'))

/** Makes the one file of a batch, in the background; what comes of it stands in the batch. One at a time in a process. */
export async function makeFile(ctx: Ctx, batch: Batch): Promise<void> {
  const show = () => ctx.db.update(paymentLetterBatch).set({ heartbeat: new Date() }).where(isThisRun(batch))
  const clock = setInterval(() => void show().catch(() => {}), HEARTBEAT_TIMEOUT_MS / 3)
  try {
    await makeInTurn(ctx, batch)
  } catch (error) {
    if (error instanceof Stopped) return
    ctx.log.error({ err: error, batch: batch.id }, 'the letters of a batch were not set')
    await ctx.db
      .update(paymentLetterBatch)
      .set({ state: 'failed', reason: '系统错误，文件没有生成，可以重新生成；编号不变' })
      .where(isThisRun(batch))
      .catch(err => ctx.log.error({ err, batch: batch.id }, 'a batch of letters cannot be written off'))
  } finally {
    clearInterval(clock)
  }
}

const makeInTurn = serialize((ctx: Ctx, batch: Batch) =>
  withTempDir(ctx.config.dataDir, async folder => {
    const path = join(folder, 'letters.pdf')
    const name = `${letterKindNames[batch.kind]}-${dayOf(batch.createdAt)}-${batch.count} 封.pdf`
    const merged = await mergePdfs(path)
    const setter = startSetter()
    try {
      let done = 0
      await showProgress(ctx, batch, done)
      for await (const sheet of sheetsOf(ctx, batch)) {
        await merged.add(await setter.set(sheet))
        done += sheet.letters.length
        await showProgress(ctx, batch, done)
      }
    } catch (error) {
      merged.abort()
      throw error
    } finally {
      setter.end()
    }
    const { size, sha256 } = await merged.end(name.replace(/\.pdf$/, ''))
    const key = newKey(ctx.now)
    await ctx.store.take(key, path)
    await inTransaction(ctx, tx => keepFile(tx, batch, { key, name, size, sha256 }))
  }),
)

/** The letters in the order of their numbers, a part after the other; void ones are left out. */
async function* sheetsOf(ctx: Ctx, batch: Batch): AsyncGenerator<LetterSheet> {
  for (let last = 0; ; ) {
    const letters = await ctx.db
      .select()
      .from(paymentLetter)
      .where(and(eq(paymentLetter.batchId, batch.id), gt(paymentLetter.id, last), ne(paymentLetter.state, 'void')))
      .orderBy(asc(paymentLetter.id))
      .limit(LETTERS_PER_PART)
    if (letters.length === 0) return
    let rows = 0
    const fitting = letters.filter((of, i) => {
      rows += of.rows.length
      return i === 0 || rows <= ROWS_PER_PART
    })
    yield { content: batch.content, letters: fitting.map(of => sheetOf(batch, of, printedUrl(ctx))) }
    last = fitting.at(-1)!.id
  }
}

async function showProgress({ db }: Ctx, batch: Batch, progress: number): Promise<void> {
  const [alive] = await db
    .update(paymentLetterBatch)
    .set({ progress, heartbeat: new Date() })
    .where(isThisRun(batch))
    .returning({ id: paymentLetterBatch.id })
  if (!alive) throw new Stopped()
}

type Made = { key: string; name: string; size: number; sha256: string }

/** The bytes of a run that was stopped meanwhile belong to no file: the sweeping of files removes them. */
async function keepFile(tx: Ctx, batch: Batch, made: Made): Promise<void> {
  const about = { type: PDF, isPublic: false, isConfined: true, createdAt: tx.now, attachedAt: tx.now }
  const [kept] = await tx.db
    .insert(file)
    .values({ ...made, ...about })
    .returning({ id: file.id })
  const [done] = await tx.db
    .update(paymentLetterBatch)
    .set({ state: 'done', fileId: kept!.id })
    .where(isThisRun(batch))
    .returning({ id: paymentLetterBatch.id })
  if (!done) throw new Stopped()
}

/** A process of its own sets the letters: it blocks nobody, and its memory is free when it ends. */
function startSetter() {
  const child: ChildProcess = fork(new URL('./letterProcess.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
    env: {},
  })
  return {
    set: (sheet: LetterSheet) =>
      new Promise<Buffer>((resolve, reject) => {
        // It exits without an answer where it is out of memory, or killed.
        const fail = () => reject(new Error('the process that sets letters ended'))
        child.once('error', fail).once('exit', fail)
        child.once('message', (answer: Answer) => {
          child.off('error', fail).off('exit', fail)
          if ('pdf' in answer) resolve(Buffer.from(answer.pdf))
          else reject(new Error(`the letters were not set: ${answer.problem}`))
        })
        child.send(sheet)
      }),
    end: () => void (child.connected && child.disconnect()),
  }
}

/** Clears away the files of old batches: they hold addresses, and can be made again from the letters. */
export async function clearLetterFiles(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now.getTime() - FILE_RETENTION_DAYS * 24 * 3_600_000)
  const isDue = and(isNotNull(paymentLetterBatch.fileId), lt(paymentLetterBatch.heartbeat, before))
  const due = await ctx.db.select().from(paymentLetterBatch).where(isDue)
  for (const { id, fileId } of due) await dropFile(ctx, id, fileId!)
}

export async function dropFile(ctx: Pick<Ctx, 'db' | 'store'>, batchId: number, fileId: number): Promise<void> {
  await ctx.db.transaction(async tx => {
    await tx.update(paymentLetterBatch).set({ fileId: null }).where(eq(paymentLetterBatch.id, batchId))
    await releaseFiles({ db: tx }, [fileId])
  })
  await discard(ctx, fileId)
}
