import { and, eq, isNull } from 'drizzle-orm'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { mimeTypes } from '#lib/uploads.ts'
import { record } from '#modules/audit/server/record.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { file } from '#modules/files/server/tables.ts'
import type { staffImportsContract } from '../staffContract.ts'
import { creatorFields, findBatch, kindFor } from './batches.ts'
import { type Batch, claimBatch, completeBatch, failBatch, heartbeat, keepAlive } from './batchWork.ts'
import { type Findings, findingsOf } from './findings.ts'
import type { ImportKind } from './importKinds.ts'
import { readCorrections } from './mending/mended.ts'
import { withFile } from './reading.ts'
import { type CheckedRow, type CheckOptions, checkRows, type Portion } from './rowChecks.ts'
import { importBatch, importFault } from './tables.ts'

export const checkingHandlers = {
  /** Begins the check of a workbook; it goes on by itself, and its batch tells how far it is. */
  'POST /staff/import/check': async (ctx, { kind: of, fileId, follows }) => {
    const kind = kindFor(ctx, of)
    if (follows !== undefined && (await findBatch(ctx, follows)).kind !== of)
      throw invalid('更正的文件应与原批次属于同一种数据')
    const batch = await inTransaction(ctx, async inTx => {
      await attachFiles(inTx, [fileId])
      const { name } = await usableFile(inTx, kind, fileId)
      const about = { kind: of, fileId, fileName: name, followsId: follows ?? null, ...(await creatorFields(ctx)) }
      const [added] = await inTx.db.insert(importBatch).values(about).returning()
      const begun = await claimBatch({ db: inTx.db }, eq(importBatch.id, added!.id), {})
      await record(inTx, {
        action: 'import.check',
        objectType: 'import_batch',
        objectId: added!.id,
        objectName: `${kind.name}：${name}`,
      })
      return begun!
    })
    void checkBatch(ctx, kind, batch)
    return { id: batch.id }
  },
} satisfies Partial<Handlers<typeof staffImportsContract>>

async function usableFile({ db }: Ctx, kind: ImportKind, fileId: number) {
  const [found] = await db
    .select()
    .from(file)
    .where(and(eq(file.id, fileId), eq(file.isPublic, false), isNull(file.deletedAt)))
  const usable =
    found &&
    ([mimeTypes.xlsx, mimeTypes.xls, mimeTypes.csv].some(type => type === found.type) ||
      (found.type === mimeTypes.zip && kind.takesZip))
  if (!usable)
    throw invalid(`${kind.name}只能从 XLSX、XLS 或 CSV 文件${kind.takesZip ? '，或含 CSV 索引的 ZIP 文件' : ''}导入`)
  return found
}

/** Maximum different notes that a batch keeps. */
const MAX_NOTES = 200

export type Counts = Pick<Batch, 'rows' | 'added' | 'changed' | 'same' | 'bad'>
export const noCounts = (): Counts => ({ rows: 0, added: 0, changed: 0, same: 0, bad: 0 })

export function countVerdict(counts: Counts, { verdict }: CheckedRow): void {
  counts.rows++
  if (!verdict || verdict.do === 'refuse') counts.bad++
  else counts[({ add: 'added', change: 'changed', same: 'same' } as const)[verdict.do]]++
}

export async function checkBatch(ctx: Ctx, kind: ImportKind, batch: Batch): Promise<void> {
  const beat = heartbeat(ctx, batch)
  const counts = noCounts()
  let read: Omit<Portion, 'rows'> | undefined
  let found: Findings | undefined
  const notes = new Map<string, { count: number; row: number }>()
  let others = 0
  let left = 0
  const readAll = () =>
    withBatchFile(ctx, batch, async work => {
      const chosen = await readCorrections(ctx, batch)
      const onLayout: CheckOptions['onLayout'] = (layout, sheets) => {
        found = findingsOf({ layout, sheets })
      }
      for await (const portion of checkRows(ctx, kind, work, { lock: false, ...chosen, onLayout })) {
        read = portion
        for (const row of portion.rows) countVerdict(counts, row)
        for (const { row, notes: said } of portion.rows)
          for (const note of said)
            if (notes.has(note) || notes.size < MAX_NOTES)
              notes.set(note, { row, ...notes.get(note), count: (notes.get(note)?.count ?? 0) + 1 })
            else others++
        for (const { values } of portion.rows) left += kind.left?.count(values) ?? 0
        await keepFaults(ctx, batch.id, portion.rows)
        await beat(counts.rows)
      }
    })
  try {
    await keepAlive(ctx, batch, readAll)
    if (counts.rows === 0) throw invalid('列名下面没有数据行')
    const { sheet, heading, unknown } = read!.layout
    const said = [
      ...(unknown.length > 0 ? [`以下列不认识，没有读取：${unknown.join('、')}`] : []),
      ...(left > 0 ? [`${kind.left!.name}（${left} 处）`] : []),
      ...Array.from(notes, ([note, { count, row }]) => `${note}（${count} 处，自第 ${row} 行起）`),
      ...(others > 0 ? [`另有 ${others} 处提示没有列出`] : []),
    ]
    const checked = { state: 'checked' as const, ...counts, progress: counts.rows, layout: { sheet, heading } }
    const all = { ...checked, notes: said, found: findingsOf(read!) }
    await completeBatch(ctx, batch, { ...all, checkedAt: new Date() })
  } catch (error) {
    await failBatch(ctx, batch, error, found && { found })
  }
}

/** The batch's file on this disk, as the reading thread takes it. */
export async function withBatchFile<T>(
  ctx: Ctx,
  batch: Batch,
  use: (work: { path: string; type: string }) => Promise<T>,
): Promise<T> {
  const { fileId } = batch
  const [kept] = fileId === null ? [] : await ctx.db.select().from(file).where(eq(file.id, fileId))
  if (!kept) throw invalid('文件已按保存期限清除，请重新上传')
  return withFile(ctx, kept.key, path => use({ path, type: kept.type }))
}

const toShownText = (text: string) => text.slice(0, 300)

/** PostgreSQL takes 65,535 parameters a statement. */
const INSERT_BATCH_SIZE = 5_000

async function keepFaults({ db, encryption }: Ctx, batchId: number, rows: CheckedRow[]): Promise<void> {
  const faults = rows.flatMap(({ faults, who }) =>
    faults.map(({ said, ...fault }) => ({
      ...fault,
      batchId,
      cellSealed: encryption.encrypt(JSON.stringify({ said: toShownText(said), who: toShownText(who) })),
    })),
  )
  for (let from = 0; from < faults.length; from += INSERT_BATCH_SIZE)
    await db.insert(importFault).values(faults.slice(from, from + INSERT_BATCH_SIZE))
}
