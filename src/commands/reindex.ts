import { asc, gt, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { Client, type PoolConfig } from 'pg'
import { readTables } from '#lib/server/archive/dump.ts'
import type { Db } from '#lib/server/database/db.ts'
import { awardWinner } from '#modules/awards/winners/server/tables.ts'
import { winnerWordsOf } from '#modules/awards/winners/server/winners.ts'
import { wordsOf as certificateWords } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { article } from '#modules/content/server/tables.ts'
import { articleWords } from '#modules/content/server/words.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { organisationWords } from '#modules/members/server/words.ts'
import { courseKinds } from '#modules/training/courses/server/courseKinds.ts'
import { course } from '#modules/training/courses/server/tables.ts'
import { courseWords } from '#modules/training/courses/server/words.ts'
import { type Command, JSON_OPTION, say, tell, withDatabase, withServices } from './command.ts'

type Searched = PgTable & { id: PgColumn; words: PgColumn }
type Source = { name: string; table: Searched; makeWords: MakeWords<never> }
/** What the words of a row are made of may be read first. */
type MakeWords<Row> = (ctx: { db: Db }) => Promise<(row: Row) => string>

const source = <T extends Searched>(name: string, table: T, makeWords: MakeWords<T['$inferSelect']>): Source => ({
  name,
  table,
  makeWords,
})

/** Everything that keeps its search words beside it. Lines of the audit log do, too, and are never changed. */
const sources: Source[] = [
  source('文章', article, async () => of => articleWords({ ...of, docNo: of.docNo ?? '' })),
  source('单位', organisation, async () => organisationWords),
  source('证书', certificate, async () => certificateWords),
  source('获奖项目', awardWinner, async () => winnerWordsOf),
  source('培训', course, async ctx => {
    const kindName = await courseKinds.names(ctx)
    return of => courseWords(of, kindName(of.kind))
  }),
]

/** Rows looked at in one transaction, so that nobody who writes waits for long. */
const BATCH = 500

export const reindex: Command = {
  summary: '重建搜索用词或数据库索引，可在运行时使用',
  options: {
    search: { type: 'boolean', summary: '由记录重建搜索用词（默认）' },
    database: { type: 'boolean', summary: '重建数据库索引' },
    'dry-run': { type: 'boolean', summary: '只看有多少需要重建，不改动' },
    ...JSON_OPTION,
  },
  run: async given => {
    const dry = given['dry-run'] === true
    const words = given.search || !given.database ? await withServices(({ db }) => rebuildWords(db, dry)) : []
    const indexed = given.database && !dry ? await withDatabase(({ connection }) => rebuildIndexes(connection)) : []
    tell(given, { dryRun: dry, search: words, database: indexed }, [
      ...words.map(({ name, rows, stale }) => `${name}：${rows} 条，${dry ? '待重建' : '已重建'} ${stale} 条。`),
      ...(indexed.length > 0 ? [`已重建 ${indexed.length} 张表的索引。`] : []),
    ])
    return 0
  },
}

async function rebuildWords(db: Db, dry: boolean) {
  const done: { name: string; rows: number; stale: number }[] = []
  for (const { name, table, makeWords } of sources) {
    const wordsOf = await makeWords({ db })
    let [rows, stale, after] = [0, 0, 0]
    for (let full = true; full; ) {
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

/** One table after the other, beside whoever reads and writes them. */
async function rebuildIndexes(connection: PoolConfig): Promise<string[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    const names = (await readTables(client)).map(({ name }) => name)
    for (const [index, name] of names.entries()) {
      await client.query(`reindex table concurrently public."${name}"`)
      if (index % 20 === 19) say(`已重建 ${index + 1} / ${names.length} 张表的索引`)
    }
    return names
  } finally {
    await client.end()
  }
}
