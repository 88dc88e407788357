import type { BillLine } from '../../providers/server/driver.ts'
import type { DifferenceKind } from '../differenceWords.ts'

/** What we have down for a day: an order that was paid, or a refund that went. */
export type OurLine = { number: string; transactionId: string; fen: number; orderId: number }

export type Difference = {
  kind: DifferenceKind
  number: string
  transactionId: string
  ourFen: number | null
  theirFen: number | null
  orderId: number | null
}

type Kinds = Record<'missingHere' | 'missingThere' | 'sum', DifferenceKind>
const payments: Kinds = { missingHere: 'missingHere', missingThere: 'missingThere', sum: 'sum' }
const refunds: Kinds = { missingHere: 'refundMissingHere', missingThere: 'refundMissingThere', sum: 'refundSum' }

/** Where a provider's bill of a day and our register do not say the same, line by line. */
export function differencesBetween(bill: readonly BillLine[], ours: { paid: OurLine[]; refunded: OurLine[] }) {
  const of = (kind: BillLine['kind']) => bill.filter(line => line.kind === kind)
  return [
    ...compare(of('payment'), line => line.number, ours.paid, payments),
    ...compare(of('refund'), line => line.refundNumber, ours.refunded, refunds),
  ]
}

function compare(
  theirs: readonly BillLine[],
  numberOf: (line: BillLine) => string,
  ours: readonly OurLine[],
  kinds: Kinds,
): Difference[] {
  const known = new Map(ours.map(line => [line.number, line]))
  const met = new Set<string>()
  const found: Difference[] = []
  for (const line of theirs) {
    const number = numberOf(line)
    const { transactionId, fen } = line
    const own = known.get(number)
    const about = { number, transactionId, theirFen: fen, orderId: own?.orderId ?? null }
    if (met.has(number)) found.push({ kind: 'double', ...about, ourFen: own?.fen ?? null })
    else if (!own) found.push({ kind: kinds.missingHere, ...about, ourFen: null })
    else if (own.fen !== fen) found.push({ kind: kinds.sum, ...about, ourFen: own.fen })
    met.add(number)
  }
  for (const { number, transactionId, fen, orderId } of ours)
    if (!met.has(number))
      found.push({ kind: kinds.missingThere, number, transactionId, ourFen: fen, theirFen: null, orderId })
  return found
}
