import { type SQLWrapper, sql } from 'drizzle-orm'
import { byOrder, type Ordered } from '#lib/byOrder.ts'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import type { Told } from '#modules/ledger/ledgerWords.ts'
import type { InvoiceTitle } from '#modules/ledger/titles/server/titles.ts'
import { decideAs } from '#modules/review/desk/server/decisions.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { advanceApplication } from '#modules/review/server/steps.ts'

/** Amount owed to the association. */
export type OpenReceivable = {
  id: number
  /** Name of the debtor. */
  name: string
  /** Other names that a transfer may use for the debtor: a short name, a participant's name. */
  calls: string[]
  /** Description, such as 2026 年度会费. */
  about: string
  /** Remark texts that tell several of one debtor apart, such as 第 3 期. */
  marks?: string[]
  /** Numbers that identify it in a remark; the first is shown. */
  numbers: string[]
  /** Yuan. */
  amount: number
  isOpen: boolean
  stateName: string
  /** Route of its staff page. */
  route: string
}
/** `from`: who says so, where it is not the bank. */
export type ReceivedPayment = { paidOn: string; payer: string; from?: string }

/** A refund that was paid out. */
export type PaidRefund = { amount: number; paidOn: string; reason: string }

/** A part of what was paid for that its payer may give up by itself, such as a participant. */
export type RefundPart = { id: number; name: string; amount: number }

/** What a payer may ask back on the day of the context. */
export type RefundTerms = {
  /** Rule as it was published; empty: none. */
  text: string
  /** Share that the rule gives back; null: staff decide. */
  percent: number | null
  /** Why this share. */
  reason: string
  /** What the payer gives up with the request, and its parts; null: nothing. */
  ending: { text: string; parts: RefundPart[] } | null
}

export type IssuedInvoice = { number: string; issuedOn: string; fileId: number }

/** 多付款: the kind of what a payment brought beyond what it was allocated to. */
export const CREDIT = 'surplus'

/** A kind of what is owed, to be found in the bank's statements. The module whose business it is defines it. */
export type ReceivableKind<Held = unknown> = Ordered & {
  kind: string
  name: string
  /** Words in a remark that indicate this kind. */
  words: string[]
  /** Last two digits of its ids among those of all kinds: 1 to 99, unique per kind. */
  ending: number
  /** 科目: where it is booked, as 民间非营利组织会计制度 has it, unless the association says otherwise: 4201 会费收入. */
  subject: string
  /** Dues of members: their paper is a receipt of the finance bureau, never an invoice. */
  isDues?: true
  /** Neither invoice nor receipt is ever issued for it. */
  isWithoutPaper?: true
  /** The oldest first: what is still to be paid and, for who pays twice, what was paid lately; or these very ones. */
  list(ctx: Ctx, ids?: readonly number[]): Promise<OpenReceivable[]>
  /**
   * For kinds with very many paid records: returns everything open, and of what was paid recently at least the records
   * identified by one of these numbers in the form of `plainNumber`.
   */
  listCalled?(ctx: Ctx, numbers: readonly string[]): Promise<OpenReceivable[]>
  /** Locked till the transaction ends; an application before what is owed for it. */
  lock(ctx: Ctx, id: number): Promise<Held>
  /** The money has come. Answers what `undo` needs to know of how it was. */
  pay(ctx: Ctx, held: Held, paid: ReceivedPayment): Promise<object | undefined>
  /** Keeps the paper that was printed for it, and sends it to who paid. Answers how they were told. */
  issueInvoice(ctx: Ctx, id: number, invoice: IssuedInvoice): Promise<Told>
  /**
   * Sets the title of the invoice or receipt when it is requested after payment, also for a fee for which none was
   * wanted at first.
   */
  setTitle(ctx: Ctx, id: number, title: InvoiceTitle): Promise<void>
  /** The paper was taken back, whole: another may be printed. */
  clearInvoice(ctx: Ctx, id: number): Promise<void>
  /** Called when the whole amount was refunded; ends what the record itself still waits for. */
  refundedWhole?(ctx: Ctx, id: number, refund: PaidRefund): Promise<void>
  /** Pages where it is paid, by its id within the kind: of members, and of payers without an account. */
  payPages?: { member: (id: number) => string; visitor?: string }
  /** Which of these can be told of by the phone or e-mail of their own record, where the payer has no account. */
  reachable?(ctx: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<number[]>
  /** Consequence of a full refund, shown to whoever requests one. */
  afterRefund?: string
  /** Tells whoever paid of a refund, where that is not who signs in for the payer. */
  tellRefunded?(ctx: Ctx, id: number, refund: PaidRefund): Promise<void>
  /** Tells whoever asked for an invoice that it cannot be printed so, where that is not who signs in for the payer. */
  tellInvoiceRefused?(ctx: Ctx, id: number, reason: string): Promise<Told>
  /** Absent: a request ends nothing, and staff decide on its amount. */
  refundTerms?(ctx: Ctx, id: number): Promise<RefundTerms>
  /** Ends these parts for a payer who asks their money back. Throws if they cannot be given up any more. */
  giveUp?(ctx: Ctx, id: number, partIds: readonly number[], reason: string): Promise<void>
  /** Back to how it was; where nothing can have followed. `former`: what `pay` has answered, if that settled it. */
  undo?(ctx: Ctx, held: Held, former: object | undefined, reason: string): Promise<void>
}

const kinds = new Map<string, ReceivableKind>()
/** Number of kinds that can have ids of their own in the joint list. */
const MAX_KINDS = 100

export function defineReceivable<Held>(kind: ReceivableKind<Held>): void {
  if (kinds.has(kind.kind)) throw new Error(`two kinds of payable are called ${kind.kind}`)
  refuseEnding(kind, receivableKinds())
  kinds.set(kind.kind, kind as ReceivableKind)
}

/** Throws if the ending is out of range or already used by another kind. */
export function refuseEnding(
  { kind, ending }: Pick<ReceivableKind, 'kind' | 'ending'>,
  others: readonly ReceivableKind[],
): void {
  if (!Number.isInteger(ending) || ending < 1 || ending >= MAX_KINDS)
    throw new Error(`ids of ${kind} cannot end with ${ending}`)
  if (others.some(other => other.ending === ending)) throw new Error(`two kinds of payable end with ${ending}`)
}

export const receivableKind = (kind: string): ReceivableKind | undefined => kinds.get(kind)
export const receivableKinds = () => [...kinds.values()].sort(byOrder)
/** The id of what is owed among all kinds. */
export const owedId = ({ ending }: Pick<ReceivableKind, 'ending'>, payableId: number) => payableId * MAX_KINDS + ending
/** The same by the name of a kind. */
export const receivableIdOf = (kind: string, payableId: number) => owedId(kinds.get(kind)!, payableId)
/** Kind of a receivable, and its id within that kind. Throws `notFound` for an id of no kind. */
export function receivableOf(receivableId: number): { kind: ReceivableKind; id: number } {
  const kind = [...kinds.values()].find(({ ending }) => ending === receivableId % MAX_KINDS)
  if (!kind) throw notFound('这笔款项不存在')
  return { kind, id: Math.floor(receivableId / MAX_KINDS) }
}
/** Filters the joint ids of this kind and converts them to its own ids. */
export const receivableIdsOf = ({ ending }: Pick<ReceivableKind, 'ending'>, owedIds: readonly number[]) =>
  owedIds.filter(id => id % MAX_KINDS === ending).map(id => Math.floor(id / MAX_KINDS))
/** The same of a row that names its kind and the id within it. */
export const receivableIdSql = (kind: SQLWrapper, payableId: SQLWrapper) =>
  sql`(${payableId} * ${sql.raw(String(MAX_KINDS))} + case ${kind} ${sql.join(
    receivableKinds().map(({ kind, ending }) => sql.raw(`when '${kind}' then ${ending}`)),
    sql` `,
  )} end)`
export const owedIdSql = ({ ending }: Pick<ReceivableKind, 'ending'>, payableId: SQLWrapper) =>
  sql`${payableId} * ${sql.raw(String(MAX_KINDS))} + ${sql.raw(String(ending))}`

/** Normalises a number for comparison: capital letters and digits only. */
export const plainNumber = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** The fee of an application has come: on by the review's own way. Without a slip who says so speaks for the applicant. */
export async function passFee(
  ctx: Ctx,
  of: Application,
  { paidOn, from = '银行流水' }: ReceivedPayment,
): Promise<void> {
  const opinion = `${from} ${paidOn} 到账`
  if (ctx.actor.kind === 'anonymous') return passAutomatically(ctx, of, opinion)
  const { id, version } =
    of.state === 'unpaid'
      ? await advanceApplication(ctx, of, {
          action: 'pay',
          by: 'staff',
          actorName: await ownName(ctx),
          isPassing: true,
        })
      : of
  await decideAs('staff:finance')(ctx, { id, version, action: 'pass', opinion, remarks: [] })
}

/** Passes the payment step as the system, without a staff member. */
async function passAutomatically(ctx: Ctx, of: Application, opinion: string): Promise<void> {
  const step = { by: 'calendar', actorName: '系统' } as const
  const paying =
    of.state === 'unpaid' ? await advanceApplication(ctx, of, { action: 'pay', ...step, isPassing: true }) : of
  await advanceApplication(ctx, paying, { action: 'pass', ...step, opinion })
}
