import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants, existsSync, globSync, readFileSync } from 'node:fs'
import { cp, lstat, mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { PoolConfig } from 'pg'
import { dayOf } from '../../src/lib/dates.ts'
import { startPostgres } from '../../src/lib/server/database/postgres.ts'

const bin = process.env.POSTGRES_BIN

/**
 * Options for PostgreSQL in tests. The databases are thrown away and need not survive a power cut. `POSTGRES_BIN` is
 * the folder of another installation's programs, for instance /usr/lib/postgresql/15/bin.
 */
export const FOR_TESTS = {
  settings: { fsync: 'off', full_page_writes: 'off' },
  ...(bin && { binaries: { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') } }),
}

const root = resolve(import.meta.dirname, '../..')
const LOADER = join(import.meta.dirname, 'loadDemo.ts')
const KEPT = 4
const MINUTE = 60_000

/**
 * Copies a data directory with the demo association into this one. It is loaded once for all runs of a day that have the
 * same migrations and the same demo content: loading takes ten seconds, copying none.
 */
export async function copyDemoTemplate(to: string): Promise<void> {
  const cache = await openCache('templates')
  const template = join(cache, fingerprint())
  if (!existsSync(template)) await make(template)
  await utimes(template, new Date(), new Date())
  await prune(cache)
  await cp(template, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

/** A directory of our own in the temporary one, where others might have laid something in our way. */
export async function openCache(name: string): Promise<string> {
  const path = join(tmpdir(), `hangxie-${name}-${process.getuid?.() ?? ''}`)
  await mkdir(path, { recursive: true, mode: 0o700 })
  const { uid } = await lstat(path)
  if (process.getuid && uid !== process.getuid()) throw new Error(`${path} belongs to somebody else`)
  return path
}

/** Into a neighbouring directory first: a run that is interrupted leaves no half template, and of two the first one's stays. */
async function make(template: string): Promise<void> {
  const dataDir = await mkdtemp(join(dirname(template), 'new-'))
  const { connection, stop } = await startPostgres({ dataDir, ...FOR_TESTS })
  try {
    await loadDemoInto(connection, dataDir)
  } finally {
    await stop()
  }
  await rename(dataDir, template).catch(async error => {
    if (!existsSync(template)) throw error
    await rm(dataDir, { recursive: true })
  })
}

/** Brings that database up to date, and the demo association into it. */
export async function loadDemoInto(connection: PoolConfig, dataDir: string): Promise<void> {
  await promisify(execFile)(process.execPath, [LOADER, dataDir, JSON.stringify(connection)], { cwd: root })
}

/** Keeps the few used last, and what another run may just be copying or making. */
async function prune(cache: string): Promise<void> {
  const usedAt = async (name: string) => (await stat(join(cache, name)).catch(() => undefined))?.mtimeMs ?? 0
  const found = await Promise.all((await readdir(cache)).map(async name => ({ name, usedAt: await usedAt(name) })))
  const outdated = found
    .sort((a, b) => b.usedAt - a.usedAt)
    .filter((one, place) => place >= KEPT && one.usedAt < Date.now() - 10 * MINUTE)
  for (const { name } of outdated) await rm(join(cache, name), { recursive: true, force: true })
}

/**
 * Hash of everything that the template is made from: migrations, packages, packs, the code that loads it and the files
 * that it reads. Also of the date, because the demo's dates are relative to it.
 */
function fingerprint(): string {
  const hash = createHash('sha256').update(`${dayOf(new Date())} ${process.platform} ${process.arch} ${bin}\n`)
  const content = globSync(['drizzle/**/*.{sql,json}', 'packs/*.yaml', 'src/**/*.*'], {
    cwd: root,
    exclude: ['**/*.{ts,tsx,css}'],
  })
  const code = [...reachedFrom(import.meta.filename), ...reachedFrom(LOADER)]
  for (const file of new Set([...content, ...code, 'package-lock.json'].sort()))
    hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

/** The files that this one imports or starts as threads, and those that they do. */
function reachedFrom(entry: string): string[] {
  const reached = new Set<string>()
  const visit = (file: string) => {
    if (reached.has(file) || !existsSync(file)) return
    reached.add(file)
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/'([#.][^']*\.tsx?)'/g))
      visit(name!.startsWith('#') ? join(root, 'src', name!.slice(1)) : join(dirname(file), name!))
  }
  visit(entry)
  return [...reached].map(file => relative(root, file))
}
