import { timingSafeEqual } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Ctx, Services } from '#lib/server/api/context.ts'
import { KEPT_APART, openStore } from '#lib/server/storage/store.ts'
import { headOf, type Link } from './chain.ts'
import { sealPending } from './sealing.ts'
import { type Break, verifyNoted } from './verifying.ts'

/** A head of the chain as it was, kept where who changes the database does not get: signed, so that it is ours. */
export type KeptHead = Link & { at: string; signature: string }

const FILE = 'audit-heads.jsonl'
const KEY = `${KEPT_APART}${FILE}`

type Keeping = Pick<Services, 'db' | 'encryption' | 'config'>

/** Adds today's head to the file in the data directory, and to the bucket where there is one. */
export async function keepHead(ctx: Keeping & Pick<Ctx, 'now'>): Promise<KeptHead> {
  await sealPending(ctx)
  const link = await headOf(ctx.db)
  const head = { at: ctx.now.toISOString(), sealNo: link.sealNo, hash: link.hash }
  const kept = { ...head, signature: sign(ctx, head) }
  const line = `${JSON.stringify(kept)}\n`
  await append(ctx.config.dataDir, line)
  if (ctx.config.s3) await (await openStore(ctx.config)).put(KEY, Buffer.from((await readBucket(ctx)) + line))
  return kept
}

export type Comparison = { count: number; broken: Break | null }

/** Whether every head that was kept is in the chain still: a history that was made anew has others. */
export async function compareHeads(ctx: Keeping): Promise<Comparison> {
  const heads = await readHeads(ctx)
  for (const head of heads) {
    if (!isOurs(ctx, head)) return { count: heads.length, broken: { sealNo: head.sealNo, id: null, why: 'forged' } }
    const broken = await verifyNoted(ctx, head)
    if (broken) return { count: heads.length, broken: { ...broken, why: 'rewritten' } }
  }
  return { count: heads.length, broken: null }
}

async function readHeads(ctx: Keeping): Promise<KeptHead[]> {
  const own = await readFile(join(ctx.config.dataDir, FILE), 'utf8').catch(error => {
    if (error.code !== 'ENOENT') throw error
    return ''
  })
  return `${own}${await readBucket(ctx)}`.split('\n').filter(Boolean).map(parse)
}

async function readBucket({ config }: Keeping): Promise<string> {
  if (!config.s3) return ''
  const store = await openStore(config)
  return store.open(KEY).then(text, error => {
    if (error.name !== 'NoSuchKey') throw error
    return ''
  })
}

/** A line that cannot be read is nobody's. */
function parse(line: string): KeptHead {
  try {
    const { at, sealNo, hash, signature } = JSON.parse(line)
    return { at: String(at), sealNo: Number(sealNo), hash: String(hash), signature: String(signature) }
  } catch {
    return { at: '', sealNo: 0, hash: '', signature: '' }
  }
}

const sign = ({ encryption }: Keeping, { at, sealNo, hash }: Omit<KeptHead, 'signature'>) =>
  encryption.hash(`audit head ${at} ${sealNo}:${hash}`)

function isOurs(ctx: Keeping, head: KeptHead): boolean {
  const [ours, given] = [Buffer.from(sign(ctx, head)), Buffer.from(head.signature)]
  return ours.length === given.length && timingSafeEqual(ours, given)
}

async function append(dataDir: string, line: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = await open(join(dataDir, FILE), 'a', 0o600)
  try {
    await file.appendFile(line)
    await file.sync()
  } finally {
    await file.close()
  }
}
