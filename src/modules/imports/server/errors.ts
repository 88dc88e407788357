import { eq } from 'drizzle-orm'
import { conflict, forbidden } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { signedInActor } from '#lib/server/api/context.ts'
import { privateDownload } from '#lib/server/http/download.ts'
import { serialize } from '#lib/server/process/serialize.ts'
import { XLSX } from '#lib/server/sheets/workbook.ts'
import type { staffImportsContract } from '../staffContract.ts'
import { findBatch } from './batches.ts'
import { withBatchFile } from './checking.ts'
import { markWorkbook } from './reading.ts'
import { importFault } from './tables.ts'

/** Serialised, since the whole workbook is held in memory. */
const mark = serialize(markWorkbook)

/** Rows beyond which a workbook is not held as a whole. */
const MAX_ROWS_IN_MEMORY = 5_000

export const errorsHandlers = {
  /** The workbook as it was uploaded, and in it what is wrong where. */
  'GET /staff/import/errors': async (ctx, { id, rows }) => {
    const batch = await findBatch(ctx, id)
    if (batch.createdBy !== signedInActor(ctx).accountId)
      throw forbidden(`表格里有完整的个人信息，只能由上传的${batch.createdByName}取回`)
    if (!batch.layout) throw conflict('这个文件没有检查完，没有可以标注的内容')
    const faults = await ctx.db.select().from(importFault).where(eq(importFault.batchId, id))
    const marks = faults.map(({ row, column, heading, message }) => ({
      row,
      column,
      message: heading ? `${heading}：${message}` : message,
    }))
    const marking = { ...batch.layout, marks, onlyBad: rows === 'bad', isLong: batch.rows > MAX_ROWS_IN_MEMORY }
    const bytes = await withBatchFile(ctx, batch, work => mark({ ...work, marking }))
    const name = batch.fileName.replace(/\.\w+$/, '')
    return privateDownload(`${name}（${rows === 'bad' ? '待更正的行' : '已标注错误'}）.xlsx`, XLSX, bytes)
  },
} satisfies Partial<Handlers<typeof staffImportsContract>>
