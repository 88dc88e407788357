import { asc, count, eq, inArray, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { choicesIn, type FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { receivableKinds } from '#modules/ledger/kinds/server/receivableKinds.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import { receipt, receiptSeries } from '../../server/tables.ts'
import { receiptRecords } from '../contract.ts'
import { receiptNumber, seriesFields } from '../seriesForm.ts'

export type Series = typeof receiptSeries.$inferSelect

export const readSeries = ({ db }: Pick<Ctx, 'db'>): Promise<Series[]> =>
  db.select().from(receiptSeries).orderBy(asc(receiptSeries.sort), asc(receiptSeries.id))

const valuesOf = ({ name, prefix, digits, byYear, firstNumber, kinds, isAutomatic, isOpen }: Series): FormValues => ({
  name,
  prefix,
  byYear: byYear ? 'yes' : 'no',
  digits,
  firstNumber,
  kinds,
  automatic: isAutomatic ? 'yes' : 'no',
  status: isOpen ? 'open' : 'closed',
})

async function usesOf({ db }: Pick<Ctx, 'db'>, series: readonly Series[]) {
  const ids = series.map(({ id }) => id)
  const rows = await db
    .select({ id: receipt.seriesId, n: count() })
    .from(receipt)
    .where(inArray(receipt.seriesId, ids))
    .groupBy(receipt.seriesId)
  const counts = new Map(rows.map(({ id, n }) => [id, n]))
  return ({ id }: Series) => counts.get(id) ?? 0
}

/** Whether it issues receipts without a press. */
export const issuesByItself = ({ isOpen, isAutomatic }: Series) => isOpen && isAutomatic

/** No kinds are all kinds. */
const overlaps = (kinds: readonly string[], others: readonly string[]) =>
  kinds.length === 0 || others.length === 0 || kinds.some(kind => others.includes(kind))

/** Fields that determine the numbers; they are fixed once a number was issued. */
const NUMBERING_FIELDS = ['prefix', 'byYear', 'digits', 'firstNumber'] as const

defineSiteRecords<Series, ListOf<typeof receiptRecords.receiptSeries>>({
  objectType: 'receiptSeries',
  ...receiptRecords.receiptSeries,
  fields: () => seriesFields(receivableKinds().map(({ kind, name }) => ({ code: kind, name }))),
  read: readSeries,
  valuesOf,
  facts: ctx => async series => ({
    next: (await nextOf(ctx, series)).number,
    automaticFrom: series.automaticFrom && dayOf(series.automaticFrom),
  }),
  async check(ctx, values, before) {
    const others = (await readSeries(ctx)).filter(({ id }) => id !== before?.id)
    const prefix = String(values.prefix ?? '')
    const isUsed = before && (await usesOf(ctx, [before]))(before) > 0
    const was = before && valuesOf(before)
    const kinds = choicesIn(values, 'kinds')
    const other = others.find(one => issuesByItself(one) && overlaps(one.kinds, kinds))
    const clashes = values.automatic === 'yes' && values.status === 'open' && other !== undefined
    const moved = NUMBERING_FIELDS.filter(name => isUsed && String(values[name] ?? '') !== String(was![name]))
    return {
      ...wrongIf(!/^[\w-]*$/.test(prefix), { prefix: '只能用字母、数字或短横线' }),
      ...wrongIf(
        others.some(one => one.prefix === prefix),
        { prefix: '另一个系列已用这个前缀' },
      ),
      ...wrongIf(
        others.some(one => one.name === values.name),
        { name: '已有这个名称的系列' },
      ),
      ...wrongIf(clashes, { kinds: `其中的款项已由“${other?.name}”自动开具` }),
      ...Object.fromEntries(moved.map(name => [name, '已开过收据，不能再改'])),
    }
  },
  write(ctx, values, before) {
    const isAutomatic = values.automatic === 'yes'
    const since = before?.isAutomatic ? before.automaticFrom : ctx.now
    return saveInOrder(
      ctx.db,
      receiptSeries,
      {
        name: String(values.name),
        prefix: String(values.prefix ?? ''),
        digits: Number(values.digits),
        byYear: values.byYear === 'yes',
        firstNumber: Number(values.firstNumber),
        kinds: choicesIn(values, 'kinds'),
        isOpen: values.status === 'open',
        isAutomatic,
        automaticFrom: isAutomatic ? since : null,
      },
      before,
    )
  },
  table: receiptSeries,
  uses: usesOf,
})

/** The number that comes next in a series: after the last one that was given, of a series by year in this year. */
export async function nextOf({ db, now }: Pick<Ctx, 'db' | 'now'>, series: Series) {
  const year = series.byYear ? Number(dayOf(now).slice(0, 4)) : 0
  const [last] = await db
    .select({
      ofYear: sql<number | null>`max(${receipt.serial}) filter (where ${receipt.year} = ${year})`,
      all: count(),
    })
    .from(receipt)
    .where(eq(receipt.seriesId, series.id))
  const { ofYear, all } = last!
  const serial = ofYear === null ? (all === 0 ? series.firstNumber : 1) : ofYear + 1
  return { year, serial, number: receiptNumber(series, year, serial) }
}
