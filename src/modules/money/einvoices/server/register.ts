import { desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName } from '#lib/server/registers/registerColumns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { receivableIdOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { eInvoiceFilters } from '../../eInvoiceFilters.ts'
import { colourNames, eInvoiceStateNames, paperNames } from '../../eInvoiceWords.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import { eInvoice } from '../../server/tables.ts'
import type { EInvoiceRow } from '../contract.ts'
import type { EInvoice } from './providerStatus.ts'

type Entry = { of: EInvoice; askedName: string; files: EInvoiceRow['files'] }

/** Reads entries with requester and files, newest first. */
export async function readEntries(ctx: Pick<Ctx, 'db'>, where: SQL | undefined): Promise<Entry[]> {
  const rows = await ctx.db
    .select({ of: eInvoice, askedName: sql<string>`coalesce(${account.displayName}, '自动')` })
    .from(eInvoice)
    .leftJoin(account, eq(account.id, eInvoice.askedBy))
    .where(where)
    .orderBy(desc(eInvoice.id))
  const idsOf = ({ pdfId, ofdId, xmlId }: EInvoice) => [pdfId, ofdId, xmlId].flatMap(id => id ?? [])
  const files = await fileInfos(
    ctx,
    rows.flatMap(({ of }) => idsOf(of)),
  )
  return rows.map(row => ({ ...row, files: idsOf(row.of).flatMap(id => files.get(id) ?? []) }))
}

const signedAmount = ({ colour, amount }: EInvoice) => (colour === 'red' ? -amount : amount)

export const toEInvoice = ({ of, askedName, files }: Entry): EInvoiceRow => ({
  id: of.id,
  requestNumber: of.requestNumber,
  receivableId: receivableIdOf(of.payable, of.payableId),
  kindName: kindName(of.payable),
  title: of.title,
  creditCode: of.creditCode,
  about: of.about,
  paper: of.paper,
  paperName: paperNames[of.paper],
  colour: of.colour,
  colourName: colourNames[of.colour],
  amount: signedAmount(of),
  state: of.state,
  stateName: eInvoiceStateNames[of.state],
  number: of.number,
  issuedOn: of.issuedOn,
  problem: of.problem,
  blueNumber: of.blueNumber,
  redReason: of.redReason,
  askedName,
  askedTime: iso(of.askedAt),
  email: of.email,
  files,
})

/** 电子票据: what the provider was asked for, blue and red, in every state. */
export const eInvoiceRegister = defineRegister({
  name: '电子票据',
  views: { code: 'eInvoice', permission: 'staff:financeReading' },
  filters: eInvoiceFilters,
  from: sql`${eInvoice}`,
  id: sql`${eInvoice.id}`,
  newest: sql`${eInvoice.askedAt}`,
  where: {
    key: words => sql`(${containsWords(eInvoice.number, words)} or ${containsWords(eInvoice.title, words)}
      or ${containsWords(eInvoice.about, words)} or ${containsWords(eInvoice.requestNumber, words)})`,
    paper: eInvoice.paper,
    colour: eInvoice.colour,
    kind: eInvoice.payable,
    state: eInvoice.state,
    issuedFrom: day => sql`${eInvoice.issuedOn} >= ${day}`,
    issuedTo: day => sql`${eInvoice.issuedOn} <= ${day}`,
  },
  read: (ctx, ids) => readEntries(ctx, inArray(eInvoice.id, [...ids])),
  row: toEInvoice,
  columns: {
    title: { heading: '抬头', width: 36, value: ({ of }) => of.title, sort: byName(eInvoice.title) },
    creditCode: { heading: '税号', width: 22, value: ({ of }) => of.creditCode, empty: '—', nowrap: true },
    paperName: { heading: '票种', width: 18, value: ({ of }) => paperNames[of.paper], nowrap: true },
    colourName: { heading: '蓝红', width: 8, value: ({ of }) => colourNames[of.colour], nowrap: true },
    kindName: { heading: '种类', width: 10, value: ({ of }) => kindName(of.payable), nowrap: true },
    about: { heading: '款项', width: 40, value: ({ of }) => of.about },
    amount: {
      heading: '金额（元）',
      width: 12,
      value: ({ of }) => signedAmount(of),
      sort: sql`case when ${eInvoice.colour} = 'red' then -${eInvoice.amount} else ${eInvoice.amount} end`,
      isFigure: true,
    },
    stateName: { heading: '状态', width: 10, value: ({ of }) => eInvoiceStateNames[of.state], nowrap: true },
    number: {
      heading: '号码',
      width: 24,
      value: ({ of }) => of.number,
      sort: eInvoice.number,
      empty: '—',
      nowrap: true,
    },
    issuedOn: {
      heading: '开具日期',
      width: 12,
      value: ({ of }) => of.issuedOn,
      sort: eInvoice.issuedOn,
      empty: '—',
      nowrap: true,
    },
    problem: { heading: '说明', width: 36, value: ({ of }) => of.problem, empty: '—' },
    blueNumber: { heading: '冲红', width: 24, value: ({ of }) => of.blueNumber, empty: '—', nowrap: true },
    redReason: { heading: '冲红原因', width: 24, value: ({ of }) => of.redReason, empty: '—' },
    askedName: { heading: '办理人', width: 12, value: ({ askedName }) => askedName, nowrap: true },
    askedTime: { heading: '提出时间', width: 18, value: ({ of }) => minute(iso(of.askedAt)), nowrap: true },
    requestNumber: { heading: '请求编号', width: 22, value: ({ of }) => of.requestNumber, nowrap: true },
  },
  listed: ['title', 'paperName', 'colourName', 'about', 'amount', 'stateName', 'number', 'issuedOn', 'problem'],
})
