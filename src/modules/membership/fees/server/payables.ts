import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { decideAs } from '#modules/review/desk/server/decisions.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { advance } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'

/** Something that is owed to the association. */
export type Payable = {
  id: number
  /** Who owes it. */
  name: string
  /** How else a transfer may call who it is for: by a short name, by who takes part. */
  calls: string[]
  /** What it is for: 2026 年度会费. */
  about: string
  /** Which of several it is, as a remark says it: 第 3 期. */
  marks?: string[]
  /** By which a remark names it; the first is shown. */
  numbers: string[]
  /** Yuan. */
  amount: number
  isOpen: boolean
  stateName: string
  /** Where staff look at it. */
  route: string
}
export type Paid = { paidOn: string; payer: string }

/** Of a record of what was ever owed: all kinds say the same of theirs. */
type RecordColumn =
  | ('payableId' | 'number' | 'payer' | 'about' | 'province' | 'amount' | 'state')
  | ('raisedOn' | 'dueOn' | 'paidOn' | 'confirmedAt' | 'confirmedBy' | 'slipId')
  | ('invoiceTitle' | 'invoiceCode' | 'invoiceNumber' | 'invoicedOn' | 'invoiceFileId' | 'canInvoice')
  | ('organisationId' | 'personId' | 'accountId')
export type OwedRecords = {
  from: SQLWrapper
  where: SQLWrapper
  /** `state`: one of `owedStates`. `dueOn` is null where nothing says until when. */
  columns: Record<RecordColumn, SQLWrapper>
}

export type IssuedInvoice = { number: string; issuedOn: string; fileId: number }

/** A kind of what is owed, to be found in the bank's statements. The module whose business it is defines it. */
export type PayableKind<Held = unknown> = {
  kind: string
  name: string
  /** By which a remark says that it is of this kind. */
  words: string[]
  /** With which the numbers of its records end among those of all kinds. */
  digit: number
  /** All that was ever owed. */
  records: OwedRecords
  /** The oldest first: what is still to be paid and, for who pays twice, what was paid lately; or these very ones. */
  list(ctx: Ctx, ids?: readonly number[]): Promise<Payable[]>
  /** Locked till the transaction ends; an application before what is owed for it. */
  lock(ctx: Ctx, id: number): Promise<Held>
  /** The money has come. Answers what `undo` needs to know of how it was. */
  pay(ctx: Ctx, held: Held, paid: Paid): Promise<object | undefined>
  /** Keeps the paper that was printed for it, and sends it to who paid. */
  issueInvoice(ctx: Ctx, id: number, invoice: IssuedInvoice): Promise<void>
  /** Back to how it was; where nothing can have followed. */
  undo?(ctx: Ctx, held: Held, former: object, reason: string): Promise<void>
}

const kinds = new Map<string, PayableKind>()

export function definePayable<Held>(kind: PayableKind<Held>): void {
  if (kinds.has(kind.kind)) throw new Error(`two kinds of payable are called ${kind.kind}`)
  if (payableKinds().some(({ digit }) => digit === kind.digit))
    throw new Error(`two kinds of payable end with ${kind.digit}`)
  kinds.set(kind.kind, kind)
}

export const payableKind = (kind: string): PayableKind | undefined => kinds.get(kind)
export const payableKinds = () => [...kinds.values()]

export type Owed = Payable & { kind: PayableKind }

export async function listOwed(ctx: Ctx): Promise<Owed[]> {
  const lists = await Promise.all(
    payableKinds().map(async kind => (await kind.list(ctx)).map(payable => ({ ...payable, kind }))),
  )
  return lists.flat()
}

/** The day of the association on which that was. */
export const dayAt = (at: SQLWrapper) => sql`(${at} at time zone 'Asia/Shanghai')::date`

/** Of a fee that comes with an application: as the application stands; given up with it. */
export const stateOfFee = (state: SQLWrapper) => sql`case when ${state} = 'confirmed' then 'paid'
  when ${application.state} = 'unpaid' then 'due' when ${application.state} = 'paying' then 'claimed' else 'cancelled' end`
/** Until when it is to be paid, while it is. */
export const dueOnOf = sql`case when ${application.state} = 'unpaid' then ${application.dueOn} end`

/** The fee of an application is in the bank: on by the review's own way. Without a slip the bank speaks for the applicant. */
export async function passFee(ctx: Ctx, of: Application, { paidOn }: Paid): Promise<void> {
  const { id, version } =
    of.state === 'unpaid' ? await advance(ctx, of, { action: 'pay', by: 'staff', actorName: await ownName(ctx) }) : of
  const opinion = `银行流水 ${paidOn} 到账`
  await decideAs('staff:finance')(ctx, { id, version, action: 'pass', opinion, remarks: [] })
}
