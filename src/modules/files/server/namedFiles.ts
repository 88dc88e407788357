import { sql } from 'drizzle-orm'
import type { Db } from '#lib/server/database/db.ts'
import { file, fileSize } from './tables.ts'

/** Bytes that the store must have; of the smaller copies no hash is kept. */
export type NamedFile = { key: string; size: number; sha256: string | null }

const BATCH = 1000

/** Yields every file named in the database, by key. */
export async function* namedFiles(db: Db): AsyncGenerator<NamedFile> {
  for (let after = ''; ; ) {
    const { rows } = await db.execute<NamedFile>(sql`
      select key, size, sha256 from ${file} where deleted_at is null and key > ${after}
      union all
      select copy.key, copy.size, null from ${fileSize} copy join ${file} of on of.id = copy.file_id
      where of.deleted_at is null and copy.key > ${after}
      order by key limit ${BATCH}`)
    yield* rows
    if (rows.length < BATCH) return
    after = rows.at(-1)!.key
  }
}

/** Returns the keys that the database no longer names: files deleted in the meantime. */
export async function findUnnamed(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select key from unnest(${sql.param(keys)}::text[]) key
    where not exists (select from ${file} where file.key = key.key and deleted_at is null)
      and not exists (select from ${fileSize} copy join ${file} of on of.id = copy.file_id
                      where copy.key = key.key and of.deleted_at is null)`)
  return new Set(rows.map(({ key }) => key))
}

/** Yields the files added after a time, or all. */
export const filesSince = (db: Db) =>
  async function* (after: Date | undefined): AsyncGenerator<{ key: string }> {
    if (!after) return yield* namedFiles(db)
    const { rows } = await db.execute<{ key: string }>(sql`
      with lately as (select id, key from ${file} where created_at > ${after} and deleted_at is null)
      select key from lately union all
      select copy.key from ${fileSize} copy join lately on lately.id = copy.file_id`)
    yield* rows
  }
