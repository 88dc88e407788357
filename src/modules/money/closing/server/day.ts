import type { SQL } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { wayNames } from '#modules/ledger/ledgerWords.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import type { closingContract } from '../contract.ts'
import { closeOf, toClose } from './closes.ts'
import {
  type Booking,
  entriesOf,
  entriesVersion,
  matching,
  readBookings,
  readEntryPage,
  readUnposted,
  sumsOf,
  unpostedEntriesFor,
} from './entries.ts'
import { readPapers } from './papers.ts'
import { openClaims, openLines } from './unsettled.ts'

/** Entries booked by the close of that day, or those that a close would book now. */
export async function entriesFor(ctx: Pick<Ctx, 'db'>, day: string): Promise<SQL> {
  const close = await closeOf(ctx, day)
  return close ? entriesOf(close.id) : unpostedEntriesFor(day)
}

/** Why a day can not be closed: a day has to have begun. */
export const closingFault = ({ now }: Pick<Ctx, 'now'>, day: string) =>
  day > dayOf(now) ? '这一天还没有到，不能日结' : ''

export async function readDay(ctx: Pick<Ctx, 'db' | 'now'>, day: string) {
  const close = await closeOf(ctx, day)
  const [unbooked, kept, papers, claims, bankLines] = await Promise.all([
    readUnposted(ctx, day),
    close && readBookings(ctx, close.id),
    close?.papers ?? readPapers(ctx, day),
    openClaims(ctx, day),
    openLines(ctx, day),
  ])
  const entries = kept ?? unbooked.toCome
  const { leftOut, count, net } = unbooked
  return {
    day,
    close: close ? toClose(close) : null,
    problem: closingFault(ctx, day),
    version: entriesVersion(entries),
    all: sumsOf(entries),
    late: sumsOf(entries.filter(({ isLate }) => isLate)),
    lines: linesOf(entries),
    papers,
    claims,
    bankLines,
    earlier: leftOut,
    waiting: close ? { count, net } : { count: 0, net: 0 },
  }
}

/** Sums by kind and way. */
const linesOf = (entries: readonly Booking[]) =>
  [...Map.groupBy(entries, ({ kind, way }) => `${kind} ${way}`)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, own]) => {
      const { kind, way } = own[0]!
      return { kind, way, ...sumsOf(own), kindName: kindName(kind), wayName: wayNames[way] }
    })

export const dayHandlers = {
  'GET /staff/closing/day': (ctx, { day }) => readDay(ctx, day ?? dayOf(ctx.now)),
  'GET /staff/closing/entries': async (ctx, { day, pageNum, pageSize, ...filters }) => {
    const entries = await entriesFor(ctx, day ?? dayOf(ctx.now))
    const { count, list } = await readEntryPage(ctx, entries, matching(filters), { pageNum, pageSize })
    return toPage(list, count, { pageNum, pageSize })
  },
} satisfies Partial<Handlers<typeof closingContract>>
