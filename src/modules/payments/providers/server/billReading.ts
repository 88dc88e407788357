import { fenOf } from '#lib/money.ts'
import type { Bill, BillLine } from './driver.ts'

/** Why one line of a bill was not read. */
class UnreadableLine extends Error {}

export type Cell = (name: string) => string
type Format = {
  headings: readonly string[]
  /** Our number of a line: of the order, or of the refund. */
  number: (cell: Cell) => string
  /** Heading of the provider's number of the transaction. */
  transactionId: string
  /** Makes a line of its cells; undefined: it moves no money. Throws `UnreadableLine`. */
  read: (cell: Cell) => BillLine | undefined
}

/** Reads each row by itself: one that cannot be read is kept with its reason, and the others count without it. */
export function readBillRows(rows: readonly (readonly string[])[], { headings, read, ...names }: Format): Bill {
  const bill: Bill = { lines: [], unread: [] }
  for (const [i, cells] of rows.entries()) {
    const cell = (name: string) => {
      const at = headings.indexOf(name)
      if (at < 0) throw new Error(`账单没有“${name}”一栏`)
      return cells[at]?.trim() ?? ''
    }
    try {
      if (cells.length !== headings.length)
        throw new UnreadableLine(`有 ${cells.length} 个值，栏目有 ${headings.length} 个`)
      const line = read(cell)
      if (line) bill.lines.push(line)
    } catch (error) {
      if (!(error instanceof UnreadableLine)) throw error
      const number = names.number(cell) || `第 ${i + 1} 行`
      bill.unread.push({ number, transactionId: cell(names.transactionId), reason: error.message })
    }
  }
  return bill
}

/** Reads an amount in yuan, which may have fractions of a fen in a fee, and rounds it to fen. Throws for anything else. */
export function billedFen(cell: Cell, name: string): number {
  const text = cell(name)
  if (!/^-?\d{1,10}(\.\d{1,6})?$/.test(text)) throw new UnreadableLine(`“${name}”不是金额：${text || '空'}`)
  return fenOf(Number(text))
}

/**
 * Puts the pieces of a line into as many cells as there are headings. The goods' name is free text, which may contain the
 * separator: the pieces that are too many belong to it.
 */
export function fitCells(pieces: readonly string[], headings: readonly string[], separator: string): string[] {
  const more = pieces.length - headings.length
  const at = headings.indexOf('商品名称')
  if (more <= 0 || at < 0) return [...pieces]
  const end = at + more + 1
  return [...pieces.slice(0, at), pieces.slice(at, end).join(separator), ...pieces.slice(end)]
}
