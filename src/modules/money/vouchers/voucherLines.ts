import { sumAmounts } from '#lib/money.ts'
import type { Way } from '#modules/ledger/ledgerWords.ts'
import type { Direction } from '../closing/closingWords.ts'
import type { Split, Subject } from './voucherForm.ts'

/** Booked entry of a close with the data that vouchers need. */
export type Booked = {
  /** Date of the close. */
  day: string
  number: number
  kind: string
  kindName: string
  way: Way
  direction: Direction
  /** In yuan; negative for refunds and reversals. */
  amount: number
  payer: string
  about: string
}
export type VoucherRules = {
  word: string
  split: Split
  ways: Record<Way, Subject>
  kindOf: (kind: string) => Subject
}
export type VoucherLine = { summary: string; subject: Subject; debit: number; credit: number }
/** `number`: within its month. */
export type Voucher = { number: number; day: string; attachments: number; lines: VoucherLine[] }

const acts = { receipt: '收', refund: '退', writeOff: '核销' } as const
/** Maximum length of a summary in the accounting programs. */
const MAX_SUMMARY_LENGTH = 60
/** Maximum number of attachments in the accounting programs. */
const MAX_ATTACHMENTS = 999

/**
 * 记账凭证 of closes: money on the debit side, what it was for on the credit side, both the same. What is refunded or
 * taken back stands in red, with the sign below zero, on the sides on which it had been booked.
 */
export function makeVouchers(booked: readonly Booked[], rules: VoucherRules): Voucher[] {
  const parts =
    rules.split === 'movement' ? booked.map(one => [one]) : [...Map.groupBy(booked, one => one.number).values()]
  return parts
    .map(entries => ({ entries, lines: linesOf(entries, rules) }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ entries, lines }, at) => ({
      number: at + 1,
      day: entries[0]!.day,
      attachments: Math.min(entries.length, MAX_ATTACHMENTS),
      lines,
    }))
}

function linesOf(entries: readonly Booked[], rules: VoucherRules): VoucherLine[] {
  const debits = summed(entries, of => rules.ways[of.way]).map(({ sum, ...line }) => ({
    ...line,
    debit: sum,
    credit: 0,
  }))
  const credits = summed(entries, of => rules.kindOf(of.kind)).map(({ sum, ...line }) => ({
    ...line,
    debit: 0,
    credit: sum,
  }))
  return [...debits, ...credits]
}

/** Sums by subject, separately for receipts and refunds; zero sums are omitted. */
function summed(entries: readonly Booked[], subjectFor: (of: Booked) => Subject) {
  const groups = Map.groupBy(entries, of => `${of.direction} ${subjectFor(of).code}`)
  return [...groups.values()]
    .map(some => ({
      summary: summaryOf(some).slice(0, MAX_SUMMARY_LENGTH),
      subject: subjectFor(some[0]!),
      sum: sumAmounts(some.map(({ amount }) => amount)),
    }))
    .filter(({ sum }) => sum !== 0)
}

function summaryOf(some: readonly Booked[]): string {
  const [first] = some as [Booked]
  const act = acts[first.direction]
  if (some.length === 1)
    return `${first.direction === 'receipt' && first.amount < 0 ? '冲回' : act}${first.payer} ${first.about}`
  const kinds = [...new Set(some.map(({ kindName }) => kindName))].join('、')
  return `${first.day} 日结第 ${first.number} 号 ${act}${kinds} ${some.length} 笔`
}
