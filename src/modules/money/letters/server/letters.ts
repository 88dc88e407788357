import { desc, eq, sql } from 'drizzle-orm'
import { dayOf, iso, minute } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { PDF, privateDownload } from '#lib/server/http/download.ts'
import { printedUrl } from '#lib/server/process/publicAddress.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName } from '#lib/server/registers/registerColumns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { record } from '#modules/audit/server/record.ts'
import { letterFilters } from '../../letterFilters.ts'
import { letterKindNames, letterStateNames } from '../../letterWords.ts'
import { readRecordsById } from '../../receivables/server/records.ts'
import { owedStateNames } from '../../receivableWords.ts'
import type { letterContract, PaymentLetterRow } from '../contract.ts'
import { sheetOf } from './content.ts'
import { letterPdf } from './letterSheet.ts'
import { paymentLetter, paymentLetterBatch } from './tables.ts'

export type PaymentLetter = typeof paymentLetter.$inferSelect
type Entry = { of: PaymentLetter; printedName: string }

const readLetters = ({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<Entry[]> =>
  db
    .select({ of: paymentLetter, printedName: account.displayName })
    .from(paymentLetter)
    .innerJoin(account, eq(account.id, paymentLetter.printedBy))
    .where(sql`${paymentLetter.id} = any(${sql.param(ids)}::int[])`)

async function readLetter(ctx: Pick<Ctx, 'db'>, id: number) {
  const [found] = await readLetters(ctx, [id])
  if (!found) throw notFound('这封函件不存在')
  const [batch] = await ctx.db.select().from(paymentLetterBatch).where(eq(paymentLetterBatch.id, found.of.batchId))
  return { ...found, batch: batch! }
}

const toLetter = ({ of, printedName }: Entry): PaymentLetterRow => ({
  id: of.id,
  number: of.number,
  kind: of.kind,
  kindName: letterKindNames[of.kind],
  batchId: of.batchId,
  payer: of.payer,
  receivables: of.receivableIds.length,
  total: of.total,
  postcode: of.postcode,
  address: of.address,
  state: of.state,
  stateName: letterStateNames[of.state],
  printedTime: iso(of.printedAt),
  printedName,
  dispatchedOn: of.dispatchedOn,
  dispatchNote: of.dispatchNote,
  returnedOn: of.returnedOn,
  returnReason: of.returnReason,
  voidReason: of.voidReason,
})

const printedOn = sql`(${paymentLetter.printedAt} at time zone 'Asia/Shanghai')::date`

/** 催缴函件: every letter that was numbered, with those that came back or are void. */
export const letterRegister = defineRegister({
  name: '催缴函件',
  views: { code: 'paymentLetter', permission: 'staff:finance' },
  filters: letterFilters,
  from: paymentLetter,
  id: sql`${paymentLetter.id}`,
  newest: sql`${paymentLetter.printedAt}`,
  where: {
    key: words =>
      sql`(${containsWords(paymentLetter.number, words)} or ${containsWords(paymentLetter.payer, words)}
        or ${containsWords(paymentLetter.address, words)} or ${containsWords(paymentLetter.dispatchNote, words)})`,
    kind: paymentLetter.kind,
    state: paymentLetter.state,
    batchId: paymentLetter.batchId,
    printedFrom: day => sql`${printedOn} >= ${day}`,
    printedTo: day => sql`${printedOn} <= ${day}`,
    dispatchedFrom: day => sql`${paymentLetter.dispatchedOn} >= ${day}`,
    dispatchedTo: day => sql`${paymentLetter.dispatchedOn} <= ${day}`,
  },
  read: readLetters,
  row: toLetter,
  columns: {
    number: { heading: '编号', width: 26, value: ({ of }) => of.number, sort: paymentLetter.number, nowrap: true },
    kindName: { heading: '函件', width: 12, value: ({ of }) => letterKindNames[of.kind], nowrap: true },
    payer: { heading: '缴费人', width: 36, value: ({ of }) => of.payer, sort: byName(paymentLetter.payer) },
    receivables: { heading: '款项（笔）', width: 10, value: ({ of }) => of.receivableIds.length, isFigure: true },
    total: { heading: '金额（元）', width: 12, value: ({ of }) => of.total, sort: paymentLetter.total, isFigure: true },
    postcode: { heading: '邮政编码', width: 10, value: ({ of }) => of.postcode, empty: '—', nowrap: true },
    address: { heading: '地址', width: 50, value: ({ of }) => of.address },
    stateName: { heading: '状态', width: 10, value: ({ of }) => letterStateNames[of.state], nowrap: true },
    printedOn: {
      heading: '打印日期',
      width: 12,
      value: ({ of }) => dayOf(of.printedAt),
      sort: paymentLetter.printedAt,
      nowrap: true,
    },
    printedName: { heading: '打印人', width: 12, value: ({ printedName }) => printedName, nowrap: true },
    dispatchedOn: {
      heading: '寄发日期',
      width: 12,
      value: ({ of }) => of.dispatchedOn,
      empty: '—',
      sort: sql`coalesce(${paymentLetter.dispatchedOn}, '-infinity')`,
      nowrap: true,
    },
    dispatchNote: { heading: '寄递单号', width: 24, value: ({ of }) => of.dispatchNote, empty: '—' },
    returnedOn: { heading: '退信日期', width: 12, value: ({ of }) => of.returnedOn, empty: '—', nowrap: true },
    returnReason: { heading: '退信原因', width: 24, value: ({ of }) => of.returnReason, empty: '—' },
    voidReason: { heading: '作废原因', width: 24, value: ({ of }) => of.voidReason, empty: '—' },
    batchId: { heading: '批次', width: 8, value: ({ of }) => of.batchId, nowrap: true },
  },
  listed: [
    'number',
    'kindName',
    'payer',
    'receivables',
    'total',
    'stateName',
    'printedOn',
    'dispatchedOn',
    'dispatchNote',
  ],
})

export const lettersHandlers = {
  'GET /staff/letter/list': (ctx, asked) => letterRegister.list(ctx, asked),
  'GET /staff/letter/export': (ctx, asked) =>
    exportRegister(ctx, letterRegister, asked, { action: 'paymentLetter.export', objectType: 'paymentLetter' }),
  'GET /staff/letter/detail': async (ctx, { id }) => {
    const { batch, ...entry } = await readLetter(ctx, id)
    const { rows, receivableIds, attention } = entry.of
    const today = new Map((await readRecordsById(ctx, receivableIds)).map(of => [of.id, owedStateNames[of.state]]))
    return {
      ...toLetter(entry),
      attention,
      payBy: batch.payBy,
      rows: rows.map(row => ({ ...row, stateName: today.get(row.receivableId) ?? '' })),
    }
  },
  'GET /staff/letter/file': async (ctx, { id }) => {
    const { batch, of } = await readLetter(ctx, id)
    const pdf = await letterPdf({ content: batch.content, letters: [sheetOf(batch, of, printedUrl(ctx))] })
    await record(ctx, { action: 'paymentLetter.download', ...namedLetter(of) })
    return privateDownload(`${of.number}.pdf`, PDF, pdf)
  },
} satisfies Partial<Handlers<typeof letterContract>>

export const namedLetter = ({ id, number, payer }: PaymentLetter) => ({
  objectType: 'paymentLetter',
  objectId: id,
  objectName: `${number} ${payer}`,
})

/** Letters that name a receivable, newest first. */
export async function lettersOf({ db }: Pick<Ctx, 'db'>, receivableId: number) {
  const rows = await db
    .select()
    .from(paymentLetter)
    .where(sql`${paymentLetter.receivableIds} @> array[${receivableId}::int]`)
    .orderBy(desc(paymentLetter.id))
  return rows.map(({ id, number, kind, total, state, printedAt, dispatchedOn, dispatchNote }) => ({
    id,
    number,
    kindName: letterKindNames[kind],
    total,
    state,
    stateName: letterStateNames[state],
    printedTime: minute(iso(printedAt)),
    dispatchedOn,
    dispatchNote,
  }))
}
