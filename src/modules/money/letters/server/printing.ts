import type { Parsed } from '#lib/contract.ts'
import { dayOf, daysBetween } from '#lib/dates.ts'
import { conflict, invalid, invalidFields } from '#lib/error.ts'
import { sumAmounts } from '#lib/money.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { printedUrl } from '#lib/server/process/publicAddress.ts'
import { record } from '#modules/audit/server/record.ts'
import { nextNumbers } from '#modules/certificates/server/numbers.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { letterKindNames, MAX_LISTED_PAYERS, MAX_ROWS_PER_LETTER } from '../../letterWords.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import type { OwedRecord } from '../../receivables/server/records.ts'
import type { letterContract } from '../contract.ts'
import { type Candidate, lettersFor, readCandidates, refuseTooMany } from './candidates.ts'
import { hasPayAccount, NO_ACCOUNT, payPathOf, readContent } from './content.ts'
import { makeFile, startMaking } from './making.ts'
import { type PostalAddress, payerRoute, readReachable, readReturned } from './payers.ts'
import { type LetterRow, paymentLetter, paymentLetterBatch } from './tables.ts'

type Endpoints = typeof letterContract

export const printingHandlers = {
  'GET /staff/letter/preview': async (ctx, wanted) => {
    const { candidates, counts } = await readCandidates(ctx, wanted)
    const owed = candidates.flatMap(one => one.owed)
    const keys = candidates.map(({ key }) => key)
    const [reachable, returned, isPayable] = await Promise.all([
      readReachable(ctx, owed),
      readReturned(ctx, keys),
      hasPayAccount(ctx),
    ])
    const printed = candidates.filter(({ address }) => address)
    const letters = lettersFor(printed)
    const isReturned = ({ key, address }: Candidate) =>
      address !== undefined && returned.get(key)?.address === address.address
    return {
      problem: isPayable ? '' : NO_ACCOUNT,
      letters,
      payers: printed.length,
      receivables: printed.reduce((sum, one) => sum + one.owed.length, 0),
      amount: sumAmounts(printed.map(({ amount }) => amount)),
      settled: counts.settled,
      claimed: counts.claimed,
      notDue: counts.notDue,
      withoutAddress: listed(
        candidates.filter(({ address }) => !address),
        ({ key }) => ({ isReachable: reachable.has(key) }),
      ),
      unreachable: listed(
        candidates.filter(({ key }) => !reachable.has(key)),
        ({ address }) => ({ hasAddress: address !== undefined }),
      ),
      returned: listed(candidates.filter(isReturned), ({ key }) => ({ returnedOn: returned.get(key)!.returnedOn })),
    }
  },
  'POST /staff/letter/print': async (ctx, wanted) => {
    if (wanted.payBy < dayOf(ctx.now)) throw invalidFields({ payBy: '不能早于今天' })
    if (!(await hasPayAccount(ctx))) throw conflict(NO_ACCOUNT)
    printedUrl(ctx)
    const { batch, ...answer } = await numberLetters(ctx, wanted)
    // The letter alone is made when it is fetched; the file of many is made in the background.
    if (answer.letters > 1) void makeFile(ctx, batch)
    return answer
  },
} satisfies Partial<Handlers<Endpoints>>

function listed<More extends object>(candidates: readonly Candidate[], more: (of: Candidate) => More) {
  const list = candidates
    .toSorted((a, b) => b.amount - a.amount)
    .slice(0, MAX_LISTED_PAYERS)
    .map(of => ({
      key: of.key,
      name: of.name,
      route: payerRoute(of.key),
      receivables: of.owed.length,
      amount: of.amount,
      ...more(of),
    }))
  return { count: candidates.length, list }
}

type Print = Parsed<Endpoints['POST /staff/letter/print']>
type Addressed = Candidate & { address: PostalAddress }

/** Gives each letter its number, in the order in which the post takes them: by postcode. */
const numberLetters = (ctx: Ctx, { payBy, expected, addresses, ...wanted }: Print) =>
  inTransaction(ctx, async tx => {
    const { candidates } = await readCandidates(tx, wanted)
    const given = new Map(addresses.map(({ key, ...address }) => [key, address]))
    const stray = addresses.find(({ key }) => !candidates.some(one => one.key === key))
    if (stray) throw invalid('补了地址的缴费人不在所选的款项中，请刷新后重试')
    const addressed = candidates
      .map(one => ({ ...one, address: given.get(one.key) ?? one.address }))
      .filter((one): one is Addressed => one.address !== undefined)
      .toSorted((a, b) => a.address.postcode.localeCompare(b.address.postcode) || a.name.localeCompare(b.name, 'zh'))
    const count = lettersFor(addressed)
    refuseTooMany(count)
    if (count !== expected) throw conflict(`要打印的现在是 ${count} 封，与您看到的 ${expected} 封不同，请核对后再打印`)
    const { letter: kind } = wanted
    const words = await readGroup(tx, 'paymentLetters')
    const year = dayOf(ctx.now).slice(0, 4)
    const series = `${words[`${kind}Word`]}〔${year}〕`
    const numbers = (await nextNumbers(tx, series, count)).map(n => `${series}${String(n).padStart(4, '0')}号`)
    const [batch] = await tx.db
      .insert(paymentLetterBatch)
      .values({
        kind,
        content: await readContent(tx, kind),
        payBy,
        count,
        ...(count === 1 ? { state: 'done' } : startMaking()),
        createdBy: signedInActor(ctx).accountId,
        createdAt: ctx.now,
      })
      .returning()
    const letters = addressed
      .flatMap(one => partsOf(one.owed).map(owed => ({ ...one, owed })))
      .map(({ key, name, owed, address }, i) => ({
        batchId: batch!.id,
        kind,
        number: numbers[i]!,
        payer: name,
        payerKey: key,
        receivableIds: owed.map(({ id }) => id),
        rows: owed.map(of => rowOf(ctx, of)),
        total: sumAmounts(owed.map(({ open }) => Number(open))),
        ...address,
        attention: key.startsWith('p') || !words.attention ? '' : `${words.attention} 收`,
        payPath: payPathOf(ctx, owed, key.startsWith('r')),
        printedBy: signedInActor(ctx).accountId,
        printedAt: ctx.now,
      }))
    let firstId = 0
    for (let from = 0; from < letters.length; from += LETTERS_PER_INSERT) {
      const made = await tx.db
        .insert(paymentLetter)
        .values(letters.slice(from, from + LETTERS_PER_INSERT))
        .returning({ id: paymentLetter.id })
      firstId ||= made[0]!.id
    }
    const [first, last] = [numbers[0]!, numbers.at(-1)!]
    await record(tx, {
      action: 'paymentLetter.print',
      objectType: 'paymentLetterBatch',
      objectId: batch!.id,
      objectName: first === last ? first : `${first} 至 ${last}`,
      detail: { 函件: letterKindNames[kind], 封数: count, 补充地址: addresses.length },
    })
    return { batch: batch!, batchId: batch!.id, letters: count, first, last, letterId: count === 1 ? firstId : null }
  })

const LETTERS_PER_INSERT = 500

const partsOf = (owed: readonly OwedRecord[]) =>
  Array.from({ length: Math.ceil(owed.length / MAX_ROWS_PER_LETTER) }, (_, i) =>
    owed.slice(i * MAX_ROWS_PER_LETTER, (i + 1) * MAX_ROWS_PER_LETTER),
  )

const rowOf = ({ now }: Pick<Ctx, 'now'>, of: OwedRecord): LetterRow => ({
  receivableId: of.id,
  kindName: kindName(of.kind),
  about: of.about,
  number: of.number,
  amount: Number(of.amount),
  received: Number(of.received),
  open: Number(of.open),
  dueOn: of.termOn,
  daysLate: Math.max(0, daysBetween(of.termOn, dayOf(now))),
})
