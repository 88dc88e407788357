import { byOrder, type Ordered } from '#lib/byOrder.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'

type State = { name: string; tone: 'plain' | 'water' | 'good' | 'warn' | 'bad' | 'flame' }
export type FileRow = {
  /** Tells it apart within its part, in every copy of the calendar. */
  key: string | number
  title: string
  text: string
  state?: State
  route?: string
  /** The last day of what still stands. */
  endsOn?: string | null
}
/** Part of the company file contributed by one module; `rows` returns the newest first, at most `limit`. */
export type FilePart = Ordered & {
  title: string
  empty: string
  rows: (ctx: Ctx, organisationId: number, limit: number) => Promise<FileRow[]>
  /** Left out where it has no row: most organisations have none. */
  isRare?: true
}

const parts = new Map<string, FilePart>()

/** The module whose records they are adds its part; `members` knows no more of them. */
export function defineFilePart(name: string, part: FilePart): void {
  parts.set(name, part)
}

const MAX_ROWS = 50
/** Further ahead nobody plans. */
const MAX_DAYS_AHEAD = 3 * 365

export async function readParts(ctx: Ctx, organisationId: number, shown = MAX_ROWS) {
  const inOrder = [...parts].sort(([, a], [, b]) => byOrder(a, b))
  const read = await Promise.all(
    inOrder.map(async ([name, { title, empty, rows, isRare }]) => {
      const found = await rows(ctx, organisationId, shown + 1)
      if (isRare && found.length === 0) return []
      return { name, title, empty, rows: found.slice(0, shown), more: found.length > shown }
    }),
  )
  return read.flat()
}
export type ReadPart = Awaited<ReturnType<typeof readParts>>[number]

/** Returns the rows that end from today on, the nearest first. */
export function expiriesOf({ now }: Pick<Ctx, 'now'>, read: readonly ReadPart[]) {
  const today = dayOf(now)
  const last = addDays(today, MAX_DAYS_AHEAD)
  return read
    .flatMap(part => part.rows.map(row => ({ part, row })))
    .flatMap(({ part, row }) =>
      row.endsOn && row.endsOn >= today && row.endsOn <= last ? [{ part, row, endsOn: row.endsOn }] : [],
    )
    .sort((a, b) => a.endsOn.localeCompare(b.endsOn))
}
