import { type SQL, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import { wayNames } from '../closingWords.ts'
import type { closingContract } from '../contract.ts'
import { closeOf, toClose } from './closes.ts'
import {
  entriesOf,
  entriesToCome,
  isInForce,
  matching,
  readEntries,
  readLines,
  readSums,
  readVersion,
  unbooked,
} from './entries.ts'
import { readPapers } from './papers.ts'
import { openClaims, openLines } from './stillOpen.ts'
import { dailyClose } from './tables.ts'

/** What a closed day has booked; of any other what a close would book now. */
export async function entriesFor(ctx: Pick<Ctx, 'db'>, day: string): Promise<SQL> {
  const close = await closeOf(ctx, day)
  return close ? entriesOf(close.id) : entriesToCome(day)
}

/** Why a day can not be closed: a day has to have begun. */
export const closingFault = ({ now }: Pick<Ctx, 'now'>, day: string) =>
  day > dayOf(now) ? '这一天还没有到，不能日结' : ''

export async function readDay(ctx: Pick<Ctx, 'db' | 'now'>, day: string) {
  const close = await closeOf(ctx, day)
  const entries = close ? entriesOf(close.id) : entriesToCome(day)
  const [all, late, lines, version, papers, claims, bankLines, earlier, waiting] = await Promise.all([
    readSums(ctx, entries),
    readSums(ctx, entries, sql`e.is_late`),
    readLines(ctx, entries),
    readVersion(ctx, entries),
    close?.papers ?? readPapers(ctx, day),
    openClaims(ctx, day),
    openLines(ctx, day),
    daysLeftOut(ctx, day),
    waitingOf(ctx, day),
  ])
  return {
    day,
    close: close ? toClose(close) : null,
    problem: closingFault(ctx, day),
    version,
    all,
    late,
    lines: lines.map(line => ({ ...line, kindName: kindName(line.kind), wayName: wayNames[line.way] })),
    papers,
    claims,
    bankLines,
    earlier,
    waiting: close ? waiting : { count: 0, net: 0 },
  }
}

/** How many days are named. */
const NAMED = 10

/** Days since the first close that have money and are not closed. */
async function daysLeftOut({ db }: Pick<Ctx, 'db'>, day: string): Promise<string[]> {
  const { rows } = await db.execute<{ day: string }>(sql`
    select distinct d.day::text as day from ${unbooked} where d.day < ${day}::date and not d.was_booked
      and d.day > (select min(${dailyClose.day}) from ${dailyClose} where ${isInForce})
      and not exists (select 1 from ${dailyClose} where ${dailyClose.day} = d.day and ${isInForce})
    order by 1 limit ${NAMED}`)
  return rows.map(row => row.day)
}

/** What has changed of a closed day and no close has booked yet. */
async function waitingOf({ db }: Pick<Ctx, 'db'>, day: string) {
  const { rows } = await db.execute<{ count: number; net: string }>(sql`
    select count(*)::int as count, coalesce(sum(d.amount), 0) as net from ${unbooked} where d.day = ${day}::date`)
  return { count: rows[0]!.count, net: Number(rows[0]!.net) }
}

export const dayHandlers = {
  'GET /staff/closing/day': (ctx, { day }) => readDay(ctx, day ?? dayOf(ctx.now)),
  'GET /staff/closing/entries': async (ctx, { day, pageNum, pageSize, ...filters }) => {
    const entries = await entriesFor(ctx, day ?? dayOf(ctx.now))
    const where = matching(filters)
    const [{ count }, list] = await Promise.all([
      readSums(ctx, entries, where),
      readEntries(ctx, entries, where, { pageNum, pageSize }),
    ])
    return toPage(list, count, { pageNum, pageSize })
  },
} satisfies Partial<Handlers<typeof closingContract>>
