import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { decideAs } from '#modules/review/desk/server/decisions.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { advance } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import type { InvoiceTitle } from '../../titles/server/titles.ts'

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
/** `from`: who says so, where it is not the bank. */
export type Paid = { paidOn: string; payer: string; from?: string }

/** Of a record of what was ever owed: all kinds say the same of theirs. */
type RecordColumn =
  | ('payableId' | 'number' | 'payer' | 'about' | 'province' | 'amount' | 'state' | 'isOpen')
  | ('raisedOn' | 'dueOn' | 'paidOn' | 'confirmedAt' | 'confirmedBy' | 'slipId' | 'refundedOn')
  | ('invoiceTitle' | 'invoiceCode' | 'invoiceEmail' | 'invoiceNumber' | 'invoicedOn' | 'invoiceFileId' | 'canInvoice')
  | ('organisationId' | 'personId' | 'accountId')
export type OwedRecords = {
  from: SQLWrapper
  where: SQLWrapper
  /**
   * `state`: one of `owedStates`. `isOpen`: that it is `due` or `claimed`, said of the table's own columns, by which it is
   * found. `dueOn` is null where nothing says until when, `refundedOn` where the state is no refund.
   */
  columns: Record<RecordColumn, SQLWrapper>
}

/** A refund that was paid out. */
export type GivenBack = { amount: number; paidOn: string; reason: string }

export type IssuedInvoice = { number: string; issuedOn: string; fileId: number }

/** A kind of what is owed, to be found in the bank's statements. The module whose business it is defines it. */
export type PayableKind<Held = unknown> = {
  kind: string
  name: string
  /** By which a remark says that it is of this kind. */
  words: string[]
  /** With which the ids of its records end among those of all kinds: from 1 to 99, and another for each kind. */
  ending: number
  /** 科目: where it is booked, as 民间非营利组织会计制度 has it, unless the association says otherwise: 4201 会费收入. */
  subject: string
  /** Dues of members: their paper is a receipt of the finance bureau, never an invoice. */
  isDues?: true
  /** No paper is ever issued for it. */
  isWithoutPaper?: true
  /** All that was ever owed. */
  records: OwedRecords
  /** Whether this site can have any, as it is set up; absent: every site can. */
  isPossible?(ctx: Pick<Ctx, 'config'>): boolean
  /** The oldest first: what is still to be paid and, for who pays twice, what was paid lately; or these very ones. */
  list(ctx: Ctx, ids?: readonly number[]): Promise<Payable[]>
  /**
   * For a kind of which very many are paid: of what was paid lately at least those that are called by one of these
   * numbers, as `plainNumber` has them.
   */
  listCalled?(ctx: Ctx, numbers: readonly string[]): Promise<Payable[]>
  /** Locked till the transaction ends; an application before what is owed for it. */
  lock(ctx: Ctx, id: number): Promise<Held>
  /** The money has come. Answers what `undo` needs to know of how it was. */
  pay(ctx: Ctx, held: Held, paid: Paid): Promise<object | undefined>
  /** Keeps the paper that was printed for it, and sends it to who paid. */
  issueInvoice(ctx: Ctx, id: number, invoice: IssuedInvoice): Promise<void>
  /** To whom the paper is made out, where it is asked for when it is paid; of a fee for which none was wanted, too. */
  setTitle(ctx: Ctx, id: number, title: InvoiceTitle): Promise<void>
  /** The paper was taken back, whole: another may be printed. */
  clearInvoice(ctx: Ctx, id: number): Promise<void>
  /** All of it has been given back: what the record itself still waits for is done with. */
  refundedWhole?(ctx: Ctx, id: number, refund: GivenBack): Promise<void>
  /** What that brings about, for who asks for a refund. */
  afterRefund?: string
  /** Tells whoever paid of a refund, where that is not who signs in for the payer. */
  tellRefunded?(ctx: Ctx, id: number, refund: GivenBack): Promise<void>
  /** Back to how it was; where nothing can have followed. */
  undo?(ctx: Ctx, held: Held, former: object, reason: string): Promise<void>
}

const kinds = new Map<string, PayableKind>()
/** So many kinds have ids of their own among all that is owed. */
const ROOM = 100

export function definePayable<Held>(kind: PayableKind<Held>): void {
  if (kinds.has(kind.kind)) throw new Error(`two kinds of payable are called ${kind.kind}`)
  refuseEnding(kind, payableKinds())
  kinds.set(kind.kind, kind)
}

/** Where its ids would be taken for those of another kind. */
export function refuseEnding({ kind, ending }: PayableKind, others: readonly PayableKind[]): void {
  if (!Number.isInteger(ending) || ending < 1 || ending >= ROOM)
    throw new Error(`ids of ${kind} cannot end with ${ending}`)
  if (others.some(other => other.ending === ending)) throw new Error(`two kinds of payable end with ${ending}`)
}

export const payableKind = (kind: string): PayableKind | undefined => kinds.get(kind)
export const payableKinds = () => [...kinds.values()]
/** Those of which this site can have any, or has had: these are met. */
export const possibleKinds = (ctx: Pick<Ctx, 'config'>, met: readonly string[] = []) =>
  payableKinds().filter(({ kind, isPossible }) => met.includes(kind) || (isPossible?.(ctx) ?? true))

/** The id of what is owed among all kinds. */
export const owedId = ({ ending }: Pick<PayableKind, 'ending'>, payableId: number) => payableId * ROOM + ending
/** Which of these ids are of this kind, as it calls them itself. */
export const payableIdsOf = ({ ending }: Pick<PayableKind, 'ending'>, owedIds: readonly number[]) =>
  owedIds.filter(id => id % ROOM === ending).map(id => Math.floor(id / ROOM))
export const owedIdSql = ({ ending }: Pick<PayableKind, 'ending'>, payableId: SQLWrapper) =>
  sql`${payableId} * ${sql.raw(String(ROOM))} + ${sql.raw(String(ending))}`

export type Owed = Payable & { kind: PayableKind }

/** What is still to be paid, and of what was paid lately all that bears one of these numbers: others may be among it. */
export async function listOwed(ctx: Ctx, numbers: readonly string[]): Promise<Owed[]> {
  const lists = await Promise.all(
    payableKinds().map(async kind => {
      const payables = await (kind.listCalled?.(ctx, numbers) ?? kind.list(ctx))
      return payables.map(payable => ({ ...payable, kind }))
    }),
  )
  return lists.flat()
}

/** As numbers are compared, however they are written. */
export const plainNumber = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** The day of the association on which that was. */
export const dayAt = (at: SQLWrapper) => sql`(${at} at time zone 'Asia/Shanghai')::date`

/** Until when it is to be paid, while it is. */
export const dueOnOf = sql`case when ${application.state} = 'unpaid' then ${application.dueOn} end`

/** The fee of an application has come: on by the review's own way. Without a slip who says so speaks for the applicant. */
export async function passFee(ctx: Ctx, of: Application, { paidOn, from = '银行流水' }: Paid): Promise<void> {
  const opinion = `${from} ${paidOn} 到账`
  if (ctx.actor.kind === 'anonymous') return passByItself(ctx, of, opinion)
  const { id, version } =
    of.state === 'unpaid' ? await advance(ctx, of, { action: 'pay', by: 'staff', actorName: await ownName(ctx) }) : of
  await decideAs('staff:finance')(ctx, { id, version, action: 'pass', opinion, remarks: [] })
}

/** Nobody of the staff has a hand in it. */
async function passByItself(ctx: Ctx, of: Application, opinion: string): Promise<void> {
  const step = { by: 'calendar', actorName: '系统' } as const
  const paying = of.state === 'unpaid' ? await advance(ctx, of, { action: 'pay', ...step }) : of
  await advance(ctx, paying, { action: 'pass', ...step, opinion })
}
