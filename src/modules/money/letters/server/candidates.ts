import { sql } from 'drizzle-orm'
import { dayOf, daysBetween } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import { sumAmounts } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { RegisterQuery } from '#lib/server/registers/registerColumns.ts'
import { type LetterKind, MAX_LETTERS, MAX_RECEIVABLES, MAX_ROWS_PER_LETTER } from '../../letterWords.ts'
import type { receivableFilters } from '../../receivableFilters.ts'
import { receivableRegister } from '../../receivables/server/receivables.ts'
import { type OwedRecord, readRecords, readRecordsById } from '../../receivables/server/records.ts'
import { type PostalAddress, payerKey, readAddresses } from './payers.ts'

export type Wanted = RegisterQuery<typeof receivableFilters> & { letter: LetterKind }
/** What one payer owes of the receivables that were chosen. `address`: undefined where none is known. */
export type Candidate = { key: string; name: string; owed: OwedRecord[]; amount: number; address?: PostalAddress }
type Reason = 'chosen' | 'settled' | 'claimed' | 'notDue'

const reasonOf = ({ now }: Pick<Ctx, 'now'>, { state, open, termOn }: OwedRecord, letter: LetterKind): Reason => {
  if (state === 'claimed') return 'claimed'
  if (state !== 'due' || Number(open) <= 0) return 'settled'
  return letter === 'reminder' && daysBetween(termOn, dayOf(now)) <= 0 ? 'notDue' : 'chosen'
}

/** Whoever owes some of the receivables that were chosen, and how many of these get no letter. */
export async function readCandidates(ctx: Ctx, { letter, ...which }: Wanted) {
  const where = await receivableRegister.matching(ctx, which)
  const found = which.ids
    ? await readRecordsById(ctx, which.ids, where)
    : await readRecords(ctx, sql`${where} limit ${MAX_RECEIVABLES + 1}`)
  if (found.length > MAX_RECEIVABLES)
    throw conflict(`符合条件的款项超过 ${MAX_RECEIVABLES.toLocaleString('zh-CN')} 笔，请先缩小筛选范围`)
  const counts: Record<Reason, number> = { chosen: 0, settled: 0, claimed: 0, notDue: 0 }
  const byPayer = new Map<string, OwedRecord[]>()
  for (const of of found.toSorted((a, b) => a.termOn.localeCompare(b.termOn) || a.id - b.id)) {
    const reason = reasonOf(ctx, of, letter)
    counts[reason]++
    if (reason !== 'chosen') continue
    const key = payerKey(of)
    const owed = byPayer.get(key)
    if (owed) owed.push(of)
    else byPayer.set(key, [of])
  }
  const addresses = await readAddresses(ctx, [...byPayer.keys()])
  const candidates: Candidate[] = [...byPayer].map(([key, owed]) => {
    const address = addresses.get(key)
    const amount = sumAmounts(owed.map(({ open }) => Number(open)))
    return { key, name: owed[0]!.payer, owed, amount, ...(address && { address }) }
  })
  return { candidates, counts }
}

/** Number of letters: who owes very much gets several. */
export const lettersFor = (candidates: readonly Candidate[]) =>
  candidates.reduce((sum, { owed }) => sum + Math.ceil(owed.length / MAX_ROWS_PER_LETTER), 0)

export function refuseTooMany(letters: number): void {
  if (letters > MAX_LETTERS)
    throw conflict(`一次最多打印 ${MAX_LETTERS.toLocaleString('zh-CN')} 封，请按地区或种类分批打印`)
}
