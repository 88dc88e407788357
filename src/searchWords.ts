import { asc, gt, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Db } from '#lib/server/database/db.ts'
import type { Run } from '#lib/server/jobs/runs.ts'
import { awardWinner } from '#modules/awards/server/tables.ts'
import { winnerWordsOf } from '#modules/awards/winners/server/winners.ts'
import { wordsOf as certificateWords } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { article } from '#modules/content/server/tables.ts'
import { articleWords } from '#modules/content/server/words.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { organisationWords } from '#modules/members/server/words.ts'
import { wordsOfPast } from '#modules/search/server/pastSearches.ts'
import { pastSearch } from '#modules/search/server/tables.ts'
import { readSetting, writeSetting } from '#modules/settings/server/settings.ts'
import { eventKindNames } from '#modules/training/kinds/server/eventKinds.ts'
import { courseSearchVector } from '#modules/training/server/searchVector.ts'
import { course } from '#modules/training/server/tables.ts'

type Searched = PgTable & { id: PgColumn; words: PgColumn }
type Source = { name: string; table: Searched; makeWords: MakeWords<never> }
/** Builds the function that makes the words of a row; it may load data first. */
type MakeWords<Row> = (ctx: { db: Db }) => Promise<(row: Row) => string>

const source = <T extends Searched>(name: string, table: T, makeWords: MakeWords<T['$inferSelect']>): Source => ({
  name,
  table,
  makeWords,
})

/** Tables with a column of search words. The audit log has one, too, but its lines are never changed. */
const sources: Source[] = [
  source('文章', article, async () => of => articleWords({ ...of, docNo: of.docNo ?? '' })),
  source('单位', organisation, async () => organisationWords),
  source('证书', certificate, async () => certificateWords),
  source('大家搜过的词', pastSearch, async () => wordsOfPast),
  source('获奖项目', awardWinner, async () => winnerWordsOf),
  source('培训', course, async ctx => {
    const kindName = await eventKindNames(ctx)
    return of => courseSearchVector(of, kindName(of.kind))
  }),
]

/** Rows looked at in one transaction, so that nobody who writes waits for long. */
const BATCH = 500

type Rebuilding = { dry?: boolean; say?: (line: string) => void; signal?: AbortSignal }

/** Makes the words of all records anew, where they differ. */
export async function rebuildWords(db: Db, { dry = false, say = () => {}, signal }: Rebuilding = {}) {
  const done: { name: string; rows: number; stale: number }[] = []
  for (const { name, table, makeWords } of sources) {
    const wordsOf = await makeWords({ db })
    let [rows, stale, after] = [0, 0, 0]
    for (let full = true; full; ) {
      signal?.throwIfAborted()
      const batch = await db.transaction(tx => rebuildBatch(tx, { table, wordsOf }, after, dry))
      full = batch.rows === BATCH
      rows += batch.rows
      stale += batch.stale
      after = batch.last
      if (rows % (20 * BATCH) === 0 && full) say(`${name}：已检查 ${rows} 条`)
    }
    done.push({ name, rows, stale })
  }
  return done
}

/** Counted up when records get other words than before: those that are kept are then made anew. */
const VERSION = 4

/** Rebuilds the search words after an upgrade, so that old records are found like new ones. */
export async function updateSearchWords({ db, now }: Pick<Ctx, 'db' | 'now'>, { signal }: Pick<Run, 'signal'>) {
  const made = await readSetting({ db }, 'searchWords')
  if (made?.version === VERSION) return
  await rebuildWords(db, { signal })
  await markWordsCurrent({ db, now })
}

/** Notes that all records have the words of this version, as freshly loaded ones do. */
export const markWordsCurrent = (ctx: Pick<Ctx, 'db' | 'now'>) => writeSetting(ctx, 'searchWords', { version: VERSION })

type Batched = Pick<Source, 'table'> & { wordsOf: (row: never) => string }

/** Writes only what differs: kept pages are dropped for nothing else. */
async function rebuildBatch(tx: Db, { table, wordsOf }: Batched, after: number, dry: boolean) {
  const reading = tx.select().from(table).where(gt(table.id, after)).orderBy(asc(table.id)).limit(BATCH)
  const rows = await (dry ? reading : reading.for('no key update'))
  const ids = rows.map(({ id }) => id as number)
  const fresh = sql`unnest(${sql.param(ids)}::int[], ${sql.param(rows.map(row => wordsOf(row as never)))}::text[])
    as fresh (id, words)`
  const { rows: stale } = await tx.execute<{ id: number }>(sql`
    select kept.id from ${fresh} join ${table} kept on kept.id = fresh.id
    where kept.words is distinct from fresh.words::tsvector`)
  if (stale.length > 0 && !dry)
    await tx.execute(sql`
      update ${table} set words = fresh.words::tsvector from ${fresh}
      where ${table.id} = fresh.id and fresh.id = any(${sql.param(stale.map(({ id }) => id))}::int[])`)
  return { rows: rows.length, stale: stale.length, last: ids.at(-1) ?? after }
}
