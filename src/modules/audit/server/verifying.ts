import { eq, sql } from 'drizzle-orm'
import { minute } from '#lib/dates.ts'
import type { Services } from '#lib/server/api/context.ts'
import type { Db } from '#lib/server/database/db.ts'
import { beginningOf, headOf, type Line, type Link, readLines, sealLine } from './chain.ts'
import { auditEvent } from './tables.ts'

/** The first line at which the chain does not hold. */
export type Break = {
  sealNo: number
  id: number | null
  why: 'changed' | 'missing' | 'cut' | 'rewritten' | 'forged'
  /** For lines missing at the end: where the log ends, and when a checkpoint recorded more. */
  tail?: { missing: number; lastSealNo: number; lastAt?: Date | undefined; keptAt: string }
}
export type VerifiedRange = {
  /** The last line that holds. */
  link: Link
  head: Link
  broken: Break | null
  isEnd: boolean
}

const BATCH = 1_000

/** Why a chain does not hold, and what that means, for people. */
const breakNames: Record<Break['why'], string> = {
  changed: '这一行的内容与封存时不一致，被改动过',
  missing: '这一行已不存在，被删除过',
  cut: '记下的链头在日志中找不到，末尾的日志被删除或改写过',
  rewritten: '与数据库之外留存的检查点不符，末尾的日志被删后又有新的写入，或日志被整体改写过，或恢复了较早的备份',
  forged: '数据库之外留存的检查点签章不符，那份文件被改动过，或不是用本站的密钥写的',
}

export function describeBreak({ sealNo, why, tail }: Break): string {
  if (!tail) return breakNames[why]
  const last = tail.lastAt ? `（${minute(tail.lastAt.toISOString())}）` : ''
  return `末尾至少少了 ${tail.missing} 条：${minute(tail.keptAt)} 留存的检查点到第 ${sealNo} 条，现在的日志只到第 ${tail.lastSealNo} 条${last}，其间的日志被删除，或恢复了较早的备份`
}

/** Checks the chain from the line `after` on, `limit` lines at most: a long log is checked piece by piece. */
export async function verifyRange({ db }: Pick<Services, 'db'>, after: number, limit: number): Promise<VerifiedRange> {
  const head = await headOf(db)
  let link = await linkAt(db, after)
  if (!link)
    return { link: { sealNo: after, hash: '' }, head, broken: { sealNo: after, id: null, why: 'missing' }, isEnd: true }
  for (let left = limit; left > 0; left -= BATCH) {
    const lines = await readLines(db, sql`seal_no > ${link.sealNo}`, sql`seal_no`, Math.min(BATCH, left))
    for (const line of lines) {
      const next = sealLine(link, line)
      const broken = compare(next, line)
      if (broken) return { link, head, broken, isEnd: true }
      link = next
    }
    if (lines.length < Math.min(BATCH, left)) return { link, head, broken: null, isEnd: true }
  }
  return { link, head, broken: null, isEnd: link.sealNo >= head.sealNo }
}

function compare({ sealNo, hash }: Link, line: Line): Break | null {
  if (line.seal_no !== sealNo) return { sealNo, id: null, why: 'missing' }
  return line.hash === hash ? null : { sealNo, id: line.id, why: 'changed' }
}

async function linkAt(db: Db, sealNo: number): Promise<Link | undefined> {
  const beginning = await beginningOf(db)
  if (sealNo <= beginning.sealNo) return beginning
  const [line] = await db.select({ hash: auditEvent.hash }).from(auditEvent).where(eq(auditEvent.sealNo, sealNo))
  return line?.hash ? { sealNo, hash: line.hash } : undefined
}

/**
 * The first of the links noted elsewhere that is not in the chain. What retention has removed cannot be compared any
 * more; the anchor that it left can. Read after the lines: retention may run meanwhile.
 */
export async function firstNotInChain({ db }: Pick<Services, 'db'>, noted: Link[]): Promise<Link | undefined> {
  const lines = await db
    .select({ sealNo: auditEvent.sealNo, hash: auditEvent.hash })
    .from(auditEvent)
    .where(sql`${auditEvent.sealNo} = any(${sql.param(noted.map(({ sealNo }) => sealNo))})`)
  const beginning = await beginningOf(db)
  const hashes = new Map([...lines, beginning].map(({ sealNo, hash }) => [sealNo, hash]))
  return noted.find(({ sealNo, hash }) => sealNo >= beginning.sealNo && hashes.get(sealNo) !== hash)
}

/** Checks that a head noted elsewhere is still in the chain: whoever cuts the end off cannot forge that. */
export async function verifyNoted(services: Pick<Services, 'db'>, noted: Link): Promise<Break | null> {
  const missed = await firstNotInChain(services, [noted])
  return missed ? { sealNo: missed.sealNo, id: null, why: 'cut' } : null
}

/** `128:66c7f0f4…`, as the command and the page give it to be kept. */
export const formatLink = ({ sealNo, hash }: Link) => `${sealNo}:${hash}`

export function parseLink(text: string): Link | undefined {
  const [, sealNo, hash] = text.trim().match(/^(\d{1,9}):([0-9a-f]{64})$/) ?? []
  return hash ? { sealNo: Number(sealNo), hash } : undefined
}

/** Lines that are committed and not yet sealed. */
export const countUnsealed = async ({ db }: Pick<Services, 'db'>): Promise<number> =>
  (await db.execute<{ n: number }>(sql`select count(*) n from ${auditEvent} where seal_no is null`)).rows[0]!.n
