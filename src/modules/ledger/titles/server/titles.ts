import { and, desc, eq, ne } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { invalid, notFound } from '#lib/error.ts'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { receiptTitle } from '#modules/ledger/server/tables.ts'
import type { invoiceTitlesContract, OwnTitle } from '../contract.ts'
import { invoiceTitleFields } from '../titleForm.ts'

type Row = typeof receiptTitle.$inferSelect
/** Title of an invoice or receipt as stored. */
export type InvoiceTitle = Omit<Row, 'id' | 'accountId' | 'usedAt' | 'isDefault'>

const readTitles = (ctx: Ctx): Promise<Row[]> =>
  ctx.db
    .select()
    .from(receiptTitle)
    .where(eq(receiptTitle.accountId, signedInActor(ctx).accountId))
    .orderBy(desc(receiptTitle.isDefault), desc(receiptTitle.usedAt), desc(receiptTitle.id))

export async function readTitle(ctx: Ctx, id: number): Promise<Row> {
  const [of] = await ctx.db.select().from(receiptTitle).where(isOwn(ctx, id))
  if (!of) throw notFound('这个票据抬头已不存在')
  return of
}

/** Title prefilled in forms: the default, otherwise the last used. */
export const defaultTitle = async (ctx: Ctx): Promise<Row | undefined> => (await readTitles(ctx))[0]

const isOwn = (ctx: Ctx, id: number) =>
  and(eq(receiptTitle.id, id), eq(receiptTitle.accountId, signedInActor(ctx).accountId))

const kindOf = ({ isPersonal }: Pick<Row, 'isPersonal'>) => (isPersonal ? 'person' : 'organisation')

function toOwn(ctx: Ctx, { accountSealed, accountId: _, usedAt: __, isPersonal, ...of }: Row): OwnTitle {
  const account = accountSealed ? ctx.encryption.decrypt(accountSealed) : ''
  return { ...of, kind: kindOf({ isPersonal }), accountMasked: account && `**** ${account.slice(-4)}` }
}

function faultsOf(values: FormValues, before: Row | undefined, others: readonly Row[]): FieldErrors {
  const isPersonal = values.kind === 'person'
  const account = values.account || (before?.bank ? before.accountSealed : '')
  const wrong = (isWrong: boolean, errors: FieldErrors) => (isWrong ? errors : {})
  return {
    ...wrong(!isPersonal && !values.creditCode, { creditCode: '单位抬头请填写统一社会信用代码' }),
    ...wrong(isPersonal && Boolean(values.creditCode), { creditCode: '个人抬头不填统一社会信用代码' }),
    ...wrong(Boolean(values.bank) && !account, { account: '请填写银行账号' }),
    ...wrong(!values.bank && Boolean(values.account), { bank: '请填写开户银行' }),
    ...wrong(Boolean(values.account) && !/^[\d -]{6,40}$/.test(String(values.account)), {
      account: '银行账号应为数字',
    }),
    ...wrong(
      others.some(({ title }) => title === values.title),
      { title: '已有这个抬头' },
    ),
  }
}

const save = (ctx: Ctx, id: number | undefined, form: Record<string, unknown>): Promise<{ id: number }> =>
  inTransaction(ctx, async tx => {
    const rows = await readTitles(tx)
    const before = rows.find(row => row.id === id)
    if (id !== undefined && !before) throw notFound('这个票据抬头已不存在')
    const { values, errors } = readForm(invoiceTitleFields, form, { whole: true, today: dayOf(ctx.now) })
    const others = rows.filter(row => row !== before)
    const wrong = { ...faultsOf(values, before, others), ...errors }
    const count = Object.keys(wrong).length
    if (count > 0) throw invalid(`有 ${count} 处需要更正`, wrong)
    const given: FormValues = values
    const said = (name: string) => String(given[name] ?? '')
    const isDefault = values.isDefault === 'yes'
    const set = {
      title: said('title'),
      isPersonal: values.kind === 'person',
      creditCode: said('creditCode'),
      address: said('address'),
      phone: said('phone'),
      bank: said('bank'),
      accountSealed: accountOf(ctx, values, before),
      email: said('email'),
      isDefault,
      usedAt: ctx.now,
    }
    const accountId = signedInActor(ctx).accountId
    const [kept] = before
      ? await tx.db.update(receiptTitle).set(set).where(eq(receiptTitle.id, before.id)).returning()
      : await tx.db
          .insert(receiptTitle)
          .values({ accountId, ...set })
          .returning()
    const isOther = and(eq(receiptTitle.accountId, accountId), ne(receiptTitle.id, kept!.id))
    if (isDefault) await tx.db.update(receiptTitle).set({ isDefault: false }).where(isOther)
    return { id: kept!.id }
  })

/** Keeps the stored account if the field is empty; without a bank there is none. */
function accountOf({ encryption }: Ctx, { bank, account }: FormValues, before: Row | undefined): string | null {
  if (!bank) return null
  return account ? encryption.encrypt(String(account)) : (before?.accountSealed ?? null)
}

export const invoiceTitlesHandlers: Handlers<typeof invoiceTitlesContract> = {
  'GET /member/invoiceTitle/list': async ctx => ({
    fields: [...invoiceTitleFields],
    list: (await readTitles(ctx)).map(row => toOwn(ctx, row)),
  }),
  'POST /member/invoiceTitle/save': (ctx, { id, form }) => save(ctx, id, form),
  'POST /member/invoiceTitle/remove': async (ctx, { id }) => {
    const removed = await ctx.db.delete(receiptTitle).where(isOwn(ctx, id)).returning({ id: receiptTitle.id })
    if (removed.length === 0) throw notFound('这个票据抬头已不存在')
    return {}
  },
}

type TitleInput = Partial<InvoiceTitle> & Pick<InvoiceTitle, 'title' | 'email'>

/** Remembers the title entered by a member for later use. */
export async function keepTitle(ctx: Ctx, said: TitleInput): Promise<void> {
  if (ctx.actor.kind !== 'organisation' && ctx.actor.kind !== 'person') return
  const set = { ...said, usedAt: ctx.now }
  await ctx.db
    .insert(receiptTitle)
    .values({ accountId: signedInActor(ctx).accountId, ...set })
    .onConflictDoUpdate({ target: [receiptTitle.accountId, receiptTitle.title], set })
}
