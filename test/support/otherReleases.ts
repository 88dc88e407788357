import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { SCHEMA_RELEASE } from '#lib/server/database/migrations.ts'
import { openCache } from './demoTemplate.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

/**
 * Releases whose sites the tests of the night bring to this version; the commit of each. Add a line with every release,
 * and take away those that nobody uses any more. `0.8` was never given away: it is here because twenty steps of the
 * schema, which move and divide records, lie between it and 0.9.0.
 */
export const OLDER_RELEASES = {
  '0.8': 'a0ff884183c6feb31a44858b6bab6d57605402c3',
  '0.9.0': '3b0b618692d097c2eb6e2ee5e8a3008d848d58d2',
  '1.0.0': 'c916cf7d000851ced575253c7844aa64a6e66809',
}

/** A sentence where the commits are not there to be built: the repository was cloned without its history. */
export async function missingHistory(): Promise<string | undefined> {
  for (const commit of Object.values(OLDER_RELEASES))
    try {
      await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root })
    } catch {
      return `${commit} is not in this clone: git fetch --unshallow`
    }
  return undefined
}

/** A folder with the sources of a commit and what was built of them: built once, with the packages of today. */
export async function checkoutOf(commit: string): Promise<string> {
  const cache = await openCache('releases')
  const folder = join(cache, commit)
  if (existsSync(folder)) {
    // Whoever built it may have been another clone, which is gone by now.
    const link = join(cache, `packages-${randomUUID()}`)
    await symlink(join(root, 'node_modules'), link)
    await rename(link, join(folder, 'node_modules'))
    return folder
  }
  const making = await mkdtemp(join(cache, 'new-'))
  const tar = join(making, 'sources.tar')
  await run('git', ['archive', '--output', tar, commit], { cwd: root })
  await run('tar', ['-xf', tar, '-C', making])
  await rm(tar)
  await symlink(join(root, 'node_modules'), join(making, 'node_modules'))
  // Not `npm run build`: that would install the packages of its own time, over those of today.
  const build = `await (await import('./bin/prepare.mjs')).build()`
  await run(process.execPath, ['--input-type=module', '-e', build], { cwd: making })
  await rename(making, folder).catch(async error => {
    if (!existsSync(folder)) throw error
    await rm(making, { recursive: true })
  })
  return folder
}

/** `SCHEMA_RELEASE` of another version. */
export async function schemaReleaseOf(checkout: string): Promise<number> {
  const text = await readFile(join(checkout, 'src/lib/server/database/migrations.ts'), 'utf8')
  return Number(/^export const SCHEMA_RELEASE = (\d+)$/m.exec(text)?.[1] ?? 0)
}

/** A site's data as that version makes them: the demo association, with so many articles and certificates. */
export async function makeDataBy(checkout: string, folder: string, articles: number, certificates: number) {
  const make = `
    const { prepareData } = await import('./bench/data.ts')
    console.log(await prepareData(${JSON.stringify({ articles, certificates })}))`
  const env = { ...process.env, NODE_ENV: 'production', BENCH_DIR: folder }
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', make], { cwd: checkout, env })
  return stdout.trim()
}

/** Steps of a release to come, as they would be written: a column, a table, an index, and a backfill in batches. */
const NEXT_STEPS = {
  next_column: `
    alter table "certificate" add column "next_note" text default '' not null;--> statement-breakpoint
    create table "next_table" ("id" integer primary key, "certificate_id" integer references "certificate" ("id"));`,
  next_filled: `-- concurrently
    drop index concurrently if exists "certificate_next_note";--> statement-breakpoint
    create index concurrently "certificate_next_note" on "certificate" ("next_note");--> statement-breakpoint
    -- until none
    update "certificate" set "next_note" = 'of ' || "number" where "id" in
      (select "id" from "certificate" where "next_note" = '' limit BATCH);`,
  next_release: `update "database_info" set "schema_release" = ${SCHEMA_RELEASE + 1};`,
}

/**
 * This version as the next release would be: with three more steps, which reach the largest table. `batch`: rows at once.
 * The folder is the caller's to remove.
 */
export async function makeNextRelease(folder: string, { batch }: { batch: number }): Promise<string> {
  // What is copied names its own place; the rest is only read.
  const copied = ['build', 'drizzle', 'package.json']
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true })
  for (const name of await readdir(root))
    if (!copied.includes(name) && !name.startsWith('.')) await symlink(join(root, name), join(folder, name))
  const path = join(folder, 'drizzle/meta/_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8'))
  for (const [name, text] of Object.entries(NEXT_STEPS)) {
    const last = journal.entries.at(-1)
    const tag = `${last.idx + 1}_${name}`
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag })
    await writeFile(join(folder, `drizzle/${tag}.sql`), text.replace('BATCH', String(batch)).trim())
  }
  await writeFile(path, JSON.stringify(journal))
  return folder
}

/** A copy of a data directory that no PostgreSQL uses. */
export const copyData = (from: string, to: string) =>
  cp(from, to, { recursive: true, filter: path => !path.endsWith('/run') })
