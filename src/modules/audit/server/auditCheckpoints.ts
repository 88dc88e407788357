import { timingSafeEqual } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Ctx, Services } from '#lib/server/api/context.ts'
import { openStore, UNSWEPT_PREFIX } from '#lib/server/storage/store.ts'
import { headOf, type Link } from './chain.ts'
import { sealPending } from './sealing.ts'
import { type Break, firstNotInChain } from './verifying.ts'

/**
 * Heads of the chain kept outside the database, so that whoever changes the database cannot change them too: one a minute
 * for two days while the log grows, and one a day for good, which goes to the bucket as well. Signed, so that it is ours.
 */
export type AuditCheckpoint = Link & { at: string; signature: string }

const DAILY = 'audit-heads.jsonl'
const BUCKET_KEY = `${UNSWEPT_PREFIX}${DAILY}`
const BY_MINUTE = 'audit-checkpoints.jsonl'
const KEPT_MS = 48 * 3_600_000
/** Older lines are dropped once there are so many: not each minute. */
const MAX_LINES = 4_000

type CheckpointContext = Pick<Services, 'db' | 'encryption' | 'config'>

/** Adds today's head to the file in the data directory, and to the bucket where there is one. */
export async function keepDailyCheckpoint(ctx: CheckpointContext & Pick<Ctx, 'now'>): Promise<AuditCheckpoint> {
  const { dataDir, s3 } = ctx.config
  await sealPending(ctx)
  const checkpoint = signed(ctx, await headOf(ctx.db))
  await append(dataDir, DAILY, checkpoint)
  if (s3) await (await openStore(ctx.config)).put(BUCKET_KEY, Buffer.from((await readBucket(ctx)) + lineOf(checkpoint)))
  return checkpoint
}

/** Seals what is pending, and keeps the new head. The job's queue lets one process do it at a time. */
export async function keepMinuteCheckpoint(ctx: CheckpointContext & Pick<Ctx, 'now'>): Promise<void> {
  await sealPending(ctx)
  const [kept, head] = [await readMinutes(ctx), await headOf(ctx.db)]
  // A log that did not grow has nothing new to keep, and one that became shorter must not hide it.
  if (head.sealNo <= Math.max(0, ...kept.map(({ sealNo }) => sealNo))) return
  if (kept.length > MAX_LINES) await dropOld(ctx, kept)
  await append(ctx.config.dataDir, BY_MINUTE, signed(ctx, head))
}

export type Comparison = { count: number; broken: Break | null }

/**
 * Compares the chain with all checkpoints. Newer ones do not replace older ones: after the end is cut off and the log
 * grows again, the newest ones match.
 */
export async function compareCheckpoints(ctx: CheckpointContext): Promise<Comparison> {
  const checkpoints = [...(await readDaily(ctx)), ...(await readMinutes(ctx))].toSorted(
    (a, b) => a.sealNo - b.sealNo || a.at.localeCompare(b.at),
  )
  const count = checkpoints.length
  const forged = checkpoints.find(checkpoint => !hasOurSignature(ctx, checkpoint))
  if (forged) return { count, broken: { sealNo: forged.sealNo, id: null, why: 'forged' } }

  const [{ sealNo, at }, newest] = [await headOf(ctx.db), checkpoints.at(-1)]
  if (newest && newest.sealNo > sealNo) {
    const tail = { missing: newest.sealNo - sealNo, lastSealNo: sealNo, lastAt: at, keptAt: newest.at }
    return { count, broken: { sealNo: newest.sealNo, id: null, why: 'cut', tail } }
  }
  const missed = await firstNotInChain(ctx, checkpoints)
  return { count, broken: missed ? { sealNo: missed.sealNo, id: null, why: 'rewritten' } : null }
}

async function readDaily(ctx: CheckpointContext): Promise<AuditCheckpoint[]> {
  return linesIn((await readOwn(ctx, DAILY)) + (await readBucket(ctx))).map(
    line => parse(line) ?? { at: '', sealNo: 0, hash: '', signature: '' },
  )
}

/** A line that a power cut left unfinished is left out: who could damage the file could delete it as well. */
const readMinutes = async (ctx: CheckpointContext): Promise<AuditCheckpoint[]> =>
  linesIn(await readOwn(ctx, BY_MINUTE)).flatMap(line => parse(line) ?? [])

const readOwn = ({ config }: CheckpointContext, file: string): Promise<string> =>
  readFile(join(config.dataDir, file), 'utf8').catch(error => {
    if (error.code !== 'ENOENT') throw error
    return ''
  })

async function readBucket({ config }: CheckpointContext): Promise<string> {
  if (!config.s3) return ''
  const store = await openStore(config)
  return store.open(BUCKET_KEY).then(text, error => {
    if (error.name !== 'NoSuchKey') throw error
    return ''
  })
}

const linesIn = (file: string) => file.split('\n').filter(Boolean)
const lineOf = (checkpoint: AuditCheckpoint) => `${JSON.stringify(checkpoint)}\n`

function parse(line: string): AuditCheckpoint | undefined {
  try {
    const { at, sealNo, hash, signature } = JSON.parse(line)
    return { at: String(at), sealNo: Number(sealNo), hash: String(hash), signature: String(signature) }
  } catch {
    return undefined
  }
}

function signed(ctx: CheckpointContext & Pick<Ctx, 'now'>, { sealNo, hash }: Link): AuditCheckpoint {
  const head = { at: ctx.now.toISOString(), sealNo, hash }
  return { ...head, signature: sign(ctx, head) }
}

const sign = ({ encryption }: CheckpointContext, { at, sealNo, hash }: Omit<AuditCheckpoint, 'signature'>) =>
  encryption.hash(`audit head ${at} ${sealNo}:${hash}`)

function hasOurSignature(ctx: CheckpointContext, checkpoint: AuditCheckpoint): boolean {
  const [ours, given] = [Buffer.from(sign(ctx, checkpoint)), Buffer.from(checkpoint.signature)]
  return ours.length === given.length && timingSafeEqual(ours, given)
}

/** Begins with an end of line: what a power cut left unfinished does not spoil the next line. */
async function append(dataDir: string, name: string, checkpoint: AuditCheckpoint): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = await open(join(dataDir, name), 'a', 0o600)
  try {
    await file.appendFile(`\n${lineOf(checkpoint)}`)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function dropOld({ config, now }: CheckpointContext & Pick<Ctx, 'now'>, kept: AuditCheckpoint[]): Promise<void> {
  const path = join(config.dataDir, BY_MINUTE)
  const recent = kept.filter(({ at }) => now.getTime() - Date.parse(at) <= KEPT_MS)
  const draft = `${path}.new`
  await rm(draft, { force: true })
  await writeFile(draft, recent.map(lineOf).join(''), { mode: 0o600, flush: true })
  await rename(draft, path)
}
