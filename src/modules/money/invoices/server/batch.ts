import { sql } from 'drizzle-orm'
import { conflict, isRefusal } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { openPart } from '#lib/server/sheets/zipReader.ts'
import { record } from '#modules/audit/server/record.ts'
import { discard } from '#modules/files/server/files.ts'
import { uploadFile } from '#modules/files/server/upload.ts'
import { receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { readRecords, readRecordsById } from '../../receivables/server/records.ts'
import type { invoiceBatchContract } from '../contract.ts'
import { readList, readZip } from './batchFiles.ts'
import { type Matched, matchAll } from './batchMatching.ts'
import { lockInvoice, recordRedInvoice } from './redInvoices.ts'
import { readBlues } from './redMatching.ts'
import { redNumbers } from './reds.ts'

type Files = { sheetId: number; zipId: number }
type Checked = { path: string; rows: Matched[]; others: string[] }

/** List and files beside what is paid, as things are at this moment; nothing of it is kept. */
async function check<T>(ctx: Ctx, { sheetId, zipId }: Files, use: (checked: Checked) => Promise<T>): Promise<T> {
  const list = await readList(ctx, sheetId)
  return readZip(ctx, zipId, async (path, files, others) => {
    const numbers = list.map(({ number }) => number)
    const [wanting, named, reds, blues] = await Promise.all([
      readRecords(ctx, sql`r.can_invoice order by r.raised_on, r.id`),
      readRecords(ctx, sql`r.invoice_number = any(${sql.param(numbers)}::text[])`),
      redNumbers(ctx, numbers),
      readBlues(ctx, list),
    ])
    const taken = new Set([...named.map(of => of.invoiceNumber), ...reds])
    const rows = matchAll(ctx, list, { files, wanting, taken, blues })
    const used = new Set(rows.map(({ fileName }) => fileName))
    const unused = files.map(({ name }) => name).filter(name => !used.has(name))
    return use({ path, rows, others: [...unused, ...others] })
  })
}

const isReady = ({ state }: Matched) => state === 'ready'

export const batchHandlers = {
  'GET /staff/invoiceBatch/check': (ctx, asked) =>
    check(ctx, asked, async ({ rows, others }) => ({
      rows: rows.map(({ file: _, of: __, reason: ___, ...row }) => row),
      ready: rows.filter(isReady).length,
      others,
    })),
  /** Records each invoice separately; a conflict is reported and does not stop the others. */
  'POST /staff/invoiceBatch/take': (ctx, { expected, ...asked }) =>
    check(ctx, asked, async ({ path, rows }) => {
      const ready = rows.filter(isReady)
      if (ready.length !== expected)
        throw conflict(`可以登记的现在是 ${ready.length} 张，与您看到的 ${expected} 张不同，请核对后再登记`)
      if (ready.length === 0) throw conflict('没有可以登记的发票')
      const results = []
      for (const one of ready) {
        const { row, number, title } = one
        try {
          await recordInvoice(ctx, path, one)
          results.push({ row, number, title, done: true, msg: '已登记并发给缴费人' })
        } catch (error) {
          if (!isRefusal(error)) throw error
          results.push({ row, number, title, done: false, msg: error.message })
        }
      }
      const done = results.filter(result => result.done).length
      await record(ctx, { action: 'invoiceBatch.take', objectType: 'receivable', detail: { count: done } })
      return results
    }),
} satisfies Partial<Handlers<typeof invoiceBatchContract>>

/** The file as if it had been uploaded by itself: checked and scanned; then the record's own way, each record once. */
async function recordInvoice(ctx: Ctx, path: string, one: Matched): Promise<void> {
  const { file, of, number, issuedOn } = one
  const upload = { name: file!.name, stream: await openPart(path, file!.part) }
  const { id: fileId } = await uploadFile({ ...ctx, upload }, { use: 'invoice' })
  try {
    await inTransaction(ctx, async tx => {
      if (one.isRed)
        return recordRedInvoice(tx, {
          id: of!.id,
          blueNumber: one.blueNumber,
          number,
          amount: -one.amount,
          reason: one.reason,
          issuedOn,
          fileId,
        })
      await lockInvoice(tx, of!.id, number)
      const [now] = await readRecordsById(tx, [of!.id])
      const others = await readRecords(tx, sql`r.invoice_number = ${number}`)
      if (!now?.canInvoice || others.length > 0) throw conflict('这张发票或这笔款项刚由其他人登记，请重新核对')
      await receivableKind(of!.kind)!.issueInvoice(tx, of!.payableId, { number, issuedOn, fileId })
    })
  } catch (error) {
    await discard(ctx, fileId)
    throw error
  }
}
