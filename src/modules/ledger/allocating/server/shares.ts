import type { Ctx } from '#lib/server/api/context.ts'
import { receivableKind, receivableOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { type Allocation, readShares } from './allocating.ts'
import { type Owed, readOwed } from './owed.ts'

/** A receivable as colleagues see it beside a payment. */
export const toOwedRow = ({ kind, id, receivableId, name, numbers, about, amount, open, stateName, route }: Owed) => ({
  payable: kind.kind,
  payableId: id,
  receivableId,
  kindName: kind.name,
  name,
  number: numbers[0] ?? '',
  about,
  amount,
  open,
  stateName,
  route,
})

/** What a payment gave to receivables and did not take back; `entry`: its entry. */
export async function readPaidShares(ctx: Ctx, entries: readonly Allocation[]) {
  const lists = await Promise.all(
    [...Map.groupBy(entries, ({ kind }) => kind)].map(([name, some]) => {
      const kind = receivableKind(name)!
      return readOwed(
        ctx,
        kind,
        some.map(({ receivableId }) => receivableOf(receivableId).id),
      )
    }),
  )
  const found = new Map(lists.flat().map(one => [one.receivableId, one]))
  return entries.flatMap(entry => {
    const of = found.get(entry.receivableId)
    return of
      ? [{ ...toOwedRow(of), entry, share: entry.amount, canUndo: !of.isOpen ? of.kind.undo !== undefined : true }]
      : []
  })
}

/** Names of receivables, for the audit log. */
export async function namesOf(ctx: Ctx, some: readonly { kind: { kind: string }; id: number }[]): Promise<string[]> {
  const lists = await Promise.all(
    some.map(({ kind, id }) => receivableKind(kind.kind)?.list(ctx, [id]) ?? Promise.resolve([])),
  )
  return lists.flat().map(({ name, about }) => `${name} ${about}`)
}

/** Receivables to which a payment gives. */
export const sharesIn = async (ctx: Ctx, paymentId: number) =>
  (await readShares(ctx, paymentId)).map(({ receivableId }) => receivableOf(receivableId))
