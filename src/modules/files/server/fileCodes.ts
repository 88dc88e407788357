import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { isRefusal } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { readCodes } from '#lib/server/documents/qr.ts'
import { withTempDir } from '#lib/server/process/tempDir.ts'
import { file } from './tables.ts'

type Reading = Pick<Ctx, 'db' | 'store' | 'config' | 'now' | 'log'>
type Row = typeof file.$inferSelect

/** A second one is for what was disturbed in the first; after it the file counts as read. */
const MAX_TRIES = 2
/** Maximum wait in ms for the codes of files that are being read. */
const MAX_WAIT_MS = 5_000
/** Files that one run of the job reads. */
const BATCH = 200

/** Files that are being read, by their keys. */
const pendingReads = new Map<string, Promise<void>>()

/** Reads the QR codes of a file after its upload was answered. Where too many wait, the job reads it. */
export function readCodesLater(ctx: Reading, of: Row): void {
  readOnce(ctx, of).catch(err => ctx.log.debug({ err, file: of.id }, 'the QR codes of a file are read later'))
}

/** Reads what was not read after the upload: too many waited, the program was ended, or the file took too long. */
export async function readUnreadCodes(ctx: Reading): Promise<void> {
  const rows = await ctx.db
    .select()
    .from(file)
    .where(and(isNull(file.codesReadAt), isNull(file.deletedAt)))
    .orderBy(asc(file.id))
    .limit(BATCH)
  const byHolder = Map.groupBy(rows, holderOf)
  await Promise.all(
    [...byHolder.values()].map(async own => {
      for (const row of own) await readOnce(ctx, row).catch(passRefusal)
    }),
  )
}

/**
 * Returns the contents of the QR codes in these files, reading unread files first. `isWhole` is false if that takes
 * longer than `MAX_WAIT_MS`; the caller may ask again.
 */
export async function codesOf(ctx: Reading, ids: readonly number[]): Promise<{ codes: string[]; isWhole: boolean }> {
  const select = () =>
    ctx.db
      .select()
      .from(file)
      .where(inArray(file.id, [...ids]))
  const isUnread = ({ codesReadAt, deletedAt }: Row) => codesReadAt === null && deletedAt === null
  let rows = await select()
  const unread = rows.filter(isUnread)
  if (unread.length > 0) {
    const all = Promise.all(unread.map(row => readOnce(ctx, row).catch(passRefusal)))
    const over = new AbortController()
    await Promise.race([all, wait(MAX_WAIT_MS, undefined, { signal: over.signal }).catch(() => {})])
    over.abort()
    rows = await select()
  }
  return { codes: rows.flatMap(({ codes }) => codes), isWhole: !rows.some(isUnread) }
}

function passRefusal(error: unknown): void {
  if (!isRefusal(error)) throw error
}

/** Reads a file, or waits for whoever is reading it. */
function readOnce(ctx: Reading, of: Row): Promise<void> {
  const started = pendingReads.get(of.key) ?? read(ctx, of).finally(() => pendingReads.delete(of.key))
  pendingReads.set(of.key, started)
  return started
}

const holderOf = ({ ownerId, ticketHash }: Row) => (ownerId === null ? `ticket ${ticketHash}` : `account ${ownerId}`)

async function read({ db, store, config, now, log }: Reading, of: Row): Promise<void> {
  const codes = await withTempDir(config.dataDir, async folder => {
    const path = join(folder, 'file')
    await pipeline(await store.open(of.key), createWriteStream(path, { mode: 0o600 }))
    return readCodes(path, of.type, holderOf(of))
  }).catch(err => {
    if (isRefusal(err)) throw err
    log.warn({ err, file: of.id }, 'the QR codes of a file were not read')
  })
  const codesTries = of.codesTries + 1
  const codesReadAt = codes || codesTries >= MAX_TRIES ? now : null
  await db
    .update(file)
    .set({ codes: codes ?? [], codesTries, codesReadAt })
    .where(and(eq(file.id, of.id), isNull(file.codesReadAt)))
}
