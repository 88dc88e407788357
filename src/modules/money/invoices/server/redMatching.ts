import { sql } from 'drizzle-orm'
import { formatYuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { plainName } from '#modules/ledger/statements/server/bankMatching.ts'
import { type OwedRecord, readRecords } from '../../receivables/server/records.ts'
import type { SheetInvoice } from '../invoiceSheet.ts'
import { filesOf, type InvoiceFile } from './batchFiles.ts'
import type { MatchResult } from './batchMatching.ts'
import { redableOf } from './reds.ts'

/** An invoice that stands on a record; `fen`: what of it no red one has taken back. */
export type Blue = { of: OwedRecord; fen: number }

/** The invoices that the red ones of a list take back, by their numbers. */
export async function readBlues(ctx: Ctx, list: readonly SheetInvoice[]): Promise<Map<string, Blue>> {
  const numbers = list.flatMap(({ isRed, blueNumber }) => (isRed && blueNumber ? [blueNumber] : []))
  if (numbers.length === 0) return new Map()
  const found = await readRecords(ctx, sql`r.invoice_number = any(${sql.param(numbers)}::text[])`)
  const blues = new Map<string, Blue>()
  for (const of of found) blues.set(of.invoiceNumber, { of, fen: Math.round((await redableOf(ctx, of)) * 100) })
  return blues
}

/** A red one fits the blue one that it names, of the same buyer, and takes back no more than is left of it. */
export function judgeRed(
  one: SheetInvoice,
  blues: ReadonlyMap<string, Blue>,
  files: readonly InvoiceFile[],
): MatchResult {
  const { blueNumber, title } = one
  if (!blueNumber) return { state: 'wrong', note: '红字发票没有写明蓝字号码（在“被红冲蓝字数电票号码”一栏或备注中）' }
  const blue = blues.get(blueNumber)
  if (!blue) return { state: 'noRecord', note: `蓝字发票 ${blueNumber} 没有登记，或已全部冲红` }
  const { of } = blue
  if (![of.invoiceTitle, of.payer].some(name => plainName(name) === plainName(title)))
    return { state: 'wrong', note: `抬头与蓝字发票的“${of.invoiceTitle || of.payer}”不符`, of }
  const fen = fenOfRed(one)
  if (fen > blue.fen) return { state: 'wrong', note: `最多可冲红 ${formatYuan(blue.fen / 100)} 元`, of }
  const [file, ...more] = filesOf(files, one.number)
  if (more.length > 0) return { state: 'double', note: `ZIP 中有 ${more.length + 1} 个文件带这一号码` }
  if (!file) return { state: 'noFile', note: 'ZIP 中没有文件名含这一号码的 PDF 或 OFD', of }
  return { state: 'ready', note: `冲红 ${blueNumber}`, file, of }
}

/** Reversed amount of a red invoice in fen, positive. */
export const fenOfRed = ({ fen }: SheetInvoice) => Math.abs(fen ?? 0)
