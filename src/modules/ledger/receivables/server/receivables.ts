import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import { actingAccount, type Ctx } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { file } from '#modules/files/server/tables.ts'
import { receiveSlip } from '#modules/ledger/allocating/server/allocating.ts'
import { releaseUnsettled } from '#modules/ledger/allocating/server/unsettled.ts'
import { type OpenReceivable, receivableIdOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import {
  type InvoiceState,
  isOpenReceivable,
  openReceivableStates,
  receivableStateNames,
} from '#modules/ledger/ledgerWords.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { type Receipt, readReceipt, titleOfInvoice } from '#modules/ledger/slips/server/slips.ts'
import { receiptFields } from '#modules/ledger/slips/slipFields.ts'
import type { InvoiceTitle } from '#modules/ledger/titles/server/titles.ts'
import { organisation, person } from '#modules/members/server/tables.ts'

export type Receivable = typeof receivable.$inferSelect
type Raised = Pick<Receivable, 'kind' | 'payableId' | 'about' | 'amount'> &
  Partial<
    Pick<
      Receivable,
      | ('applicationId' | 'number' | 'dueOn')
      | ('organisationId' | 'personId' | 'accountId' | 'debtor' | 'debtorProvince')
    >
  >

const isOf = (kind: string, payableId: number) => eq(receivable.id, receivableIdOf(kind, payableId))

/**
 * Raises a receivable. One that is there already is owed again, with this amount and due day: its slip was sent back, or
 * what it is owed for was handed in anew.
 */
export async function raise(ctx: Ctx, of: Raised): Promise<Receivable> {
  const [made] = await ctx.db
    .insert(receivable)
    .values({ ...of, id: receivableIdOf(of.kind, of.payableId), raisedOn: dayOf(ctx.now), createdAt: ctx.now })
    .onConflictDoUpdate({
      target: receivable.id,
      set: {
        number: of.number ?? '',
        debtor: of.debtor ?? '',
        debtorProvince: of.debtorProvince ?? null,
        about: of.about,
        amount: of.amount,
        dueOn: of.dueOn ?? null,
        state: sql`case when ${receivable.state} = 'claimed' then 'refused' else 'due' end`,
      },
    })
    .returning()
  return made!
}

export async function readReceivable(
  { db }: Pick<Ctx, 'db'>,
  kind: string,
  payableId: number,
): Promise<Receivable | undefined> {
  const [of] = await db.select().from(receivable).where(isOf(kind, payableId))
  return of
}

/** The row, locked until the transaction ends. */
export async function lockReceivable({ db }: Pick<Ctx, 'db'>, kind: string, payableId: number): Promise<Receivable> {
  const [of] = await db.select().from(receivable).where(isOf(kind, payableId)).for('update')
  if (!of) throw notFound('这笔款项不存在')
  return of
}

const receiptForm = bindForm(receiptFields, receivable, titleOfInvoice)

/** Keeps what the payer says to have paid, with the slip and the title of the paper. */
export async function claim(ctx: Ctx, kind: string, payableId: number, receipt: Receipt): Promise<void> {
  const { said, slipId } = await readReceipt(ctx, receipt)
  const isPersonal = !said.receiptCreditCode
  await writeClaim(ctx, kind, payableId, { ...receiptForm.rowOf(said), invoiceIsPersonal: isPersonal, slipId })
}

type Claim = Pick<Receivable, 'paidOn' | 'payer' | 'slipId'> & Partial<Receivable>

export async function writeClaim({ db, now }: Pick<Ctx, 'db' | 'now'>, kind: string, payableId: number, said: Claim) {
  await db
    .update(receivable)
    .set({ ...said, state: 'claimed', claimedAt: now })
    .where(isOf(kind, payableId))
}

/** Confirms a claimed receivable: what no payment covers came by its slip. One that is not there, or not claimed, is left. */
export async function confirm(ctx: Ctx, kind: string, payableId: number): Promise<void> {
  const [of] = await ctx.db
    .update(receivable)
    .set({ state: 'confirmed', confirmedAt: ctx.now, confirmedBy: actingAccount(ctx) })
    .where(and(isOf(kind, payableId), eq(receivable.state, 'claimed')))
    .returning()
  if (of) await receiveSlip(ctx, { ...of, id: payableId, fileId: of.slipId })
}

/**
 * Ends what is not owed any more; what was paid of it in part becomes a credit, of which the sentence answered tells its
 * payer. One that is paid is left: it is given back by a refund.
 */
export async function cancel(ctx: Ctx, kind: string, payableId: number): Promise<string> {
  const say = await releaseUnsettled(ctx, kind, payableId)
  await ctx.db
    .update(receivable)
    .set({ state: 'cancelled', dueOn: null })
    .where(and(isOf(kind, payableId), isOpen))
  return say
}

/**
 * Ends what the association does not provide any more. Whatever was paid of it goes back; a slip that nobody has
 * confirmed may be money that has come. Answers whether the whole amount goes back.
 */
export async function endByAssociation(ctx: Ctx, kind: string, payableId: number): Promise<boolean> {
  await confirm(ctx, kind, payableId)
  const due = await ctx.db
    .update(receivable)
    .set({ isRefundDue: true })
    .where(and(isOf(kind, payableId), eq(receivable.state, 'confirmed')))
    .returning({ id: receivable.id })
  return due.length > 0
}

/** Notes that all of it has gone back. */
export async function clearRefundDue({ db }: Pick<Ctx, 'db'>, receivableId: number): Promise<void> {
  await db.update(receivable).set({ isRefundDue: false }).where(eq(receivable.id, receivableId))
}

/** Request of a payer for an invoice; with a special one (增值税专用发票) they deduct the tax. */
export type InvoiceRequest = { title: InvoiceTitle; isSpecial: boolean }

const titleColumns = ({ title, creditCode, isPersonal, address, phone, bank, accountSealed, email }: InvoiceTitle) => ({
  invoiceTitle: title,
  invoiceCreditCode: creditCode,
  invoiceIsPersonal: isPersonal,
  invoiceAddress: address,
  invoicePhone: phone,
  invoiceBank: bank,
  invoiceAccountSealed: accountSealed,
  invoiceEmail: email,
})
/** The title of a paper, as it stands on what is owed. */
export const titleOf = (of: Receivable): InvoiceTitle => ({
  title: of.invoiceTitle,
  creditCode: of.invoiceCreditCode,
  isPersonal: of.invoiceIsPersonal,
  address: of.invoiceAddress,
  phone: of.invoicePhone,
  bank: of.invoiceBank,
  accountSealed: of.invoiceAccountSealed,
  email: of.invoiceEmail,
})
const NO_TITLE: InvoiceTitle = {
  title: '',
  creditCode: '',
  isPersonal: false,
  address: '',
  phone: '',
  bank: '',
  accountSealed: null,
  email: '',
}

/** Writes to whom the paper is made out, which asks for it anew. */
export async function setTitle({ db }: Pick<Ctx, 'db'>, kind: string, payableId: number, of: InvoiceTitle) {
  await db
    .update(receivable)
    .set({ ...titleColumns(of), isWithoutInvoice: false, invoiceRefusal: '' })
    .where(isOf(kind, payableId))
}

/** Writes which invoice the payer wants; null: none. */
export async function requestInvoice(
  { db }: Pick<Ctx, 'db'>,
  kind: string,
  payableId: number,
  of: InvoiceRequest | null,
): Promise<void> {
  await db
    .update(receivable)
    .set({
      ...titleColumns(of?.title ?? NO_TITLE),
      invoiceIsSpecial: of?.isSpecial ?? false,
      isWithoutInvoice: of === null,
      invoiceRefusal: '',
    })
    .where(isOf(kind, payableId))
}

/** Sends a request back to its payer, who corrects the title. */
export async function refuseInvoice({ db }: Pick<Ctx, 'db'>, receivableId: number, reason: string): Promise<void> {
  await db.update(receivable).set({ invoiceRefusal: reason }).where(eq(receivable.id, receivableId))
}

/** State of the invoice of a receivable. */
export function invoiceStateOf(of: Receivable): InvoiceState {
  if (of.invoiceNumber || of.invoiceFileId !== null) return 'issued'
  if (of.isWithoutInvoice) return 'none'
  return of.invoiceRefusal ? 'refused' : 'requested'
}

/** Erases who was to pay, of what was never paid. */
export async function erasePayers({ db }: Pick<Ctx, 'db'>, kind: string, payableIds: readonly number[]): Promise<void> {
  await db
    .update(receivable)
    .set({
      debtor: '已清除',
      personId: null,
      accountId: null,
      payer: '',
      slipId: null,
      invoiceRefusal: '',
      ...titleColumns(NO_TITLE),
    })
    .where(
      and(eq(receivable.kind, kind), inArray(receivable.payableId, [...payableIds]), ne(receivable.state, 'confirmed')),
    )
}

export async function clearInvoice({ db }: Pick<Ctx, 'db'>, kind: string, payableId: number) {
  const none = { invoiceNumber: '', invoiceIssuedOn: null, invoiceFileId: null }
  await db.update(receivable).set(none).where(isOf(kind, payableId))
}

const isOpen = inArray(receivable.state, [...openReceivableStates])

/** Open ones and, for who pays twice, those confirmed within a year; or these very ones. The oldest first. */
export async function listReceivables({ db }: Pick<Ctx, 'db'>, kind: string, ids?: readonly number[]) {
  const isRecent = sql`(${receivable.state} = 'confirmed' and ${receivable.confirmedAt} > now() - interval '1 year')`
  const rows = await db
    .select({ of: receivable, name: organisation.name, shortName: organisation.shortName, personName: person.name })
    .from(receivable)
    .leftJoin(organisation, eq(organisation.id, receivable.organisationId))
    .leftJoin(person, eq(person.id, receivable.personId))
    .where(
      and(
        eq(receivable.kind, kind),
        sql`${receivable.amount} > 0`,
        ids ? inArray(receivable.payableId, [...ids]) : or(isOpen, isRecent),
      ),
    )
    .orderBy(asc(receivable.id))
  return rows.map(
    ({ of, name, shortName, personName }): Omit<OpenReceivable, 'route'> => ({
      id: of.payableId,
      name: name ?? personName ?? of.debtor,
      calls: shortName ? [shortName] : [],
      about: of.about,
      numbers: of.number ? [of.number] : [],
      amount: of.amount,
      isOpen: isOpenReceivable(of.state),
      stateName: receivableStateNames[of.state],
    }),
  )
}

/** Slips that belong to the books, whatever becomes of the account that sent them. */
export async function slipsOnRecord({ db }: Pick<Ctx, 'db'>, accountId: number): Promise<number[]> {
  const rows = await db
    .select({ id: file.id })
    .from(receivable)
    .innerJoin(file, eq(file.id, receivable.slipId))
    .where(and(eq(file.ownerId, accountId), inArray(receivable.state, ['claimed', 'confirmed'])))
  return rows.map(({ id }) => id)
}

/** Refuses a paper for what is not paid. */
export function refuseUnlessPaid({ state }: Pick<Receivable, 'state'>, name: string): void {
  if (state !== 'confirmed') throw conflict(`${name}到账后才能开具发票`)
}
