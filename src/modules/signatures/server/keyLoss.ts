import { and, desc, eq, isNull } from 'drizzle-orm'
import { dayOf, iso } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import type { SigningKeyRow } from './keys.ts'
import { signingKey } from './tables.ts'

type Acting = Pick<Ctx, 'db' | 'now' | 'actor' | 'address'>

/** Lists all signing keys of the association and of the time stamps on its papers, newest first. */
export const signingKeys = ({ db }: Pick<Ctx, 'db'>): Promise<SigningKeyRow[]> =>
  db.select().from(signingKey).orderBy(desc(signingKey.id))

/** Ends the use of a key of our own making: the next paper is signed with a new one, what was signed before holds. */
export async function replaceKey(ctx: Acting, fingerprint: string): Promise<SigningKeyRow> {
  const key = await keyOf(ctx, fingerprint)
  if (key.keySealed === null)
    throw conflict(
      '这份密钥由运维者以文件提供：更换 SIGNING_KEY、SIGNING_CERTIFICATE（国密为 SM2_KEY、SM2_CERTIFICATE）即可',
    )
  return inTransaction(ctx, async tx => {
    const [replaced] = await tx.db
      .update(signingKey)
      .set({ replacedAt: ctx.now })
      .where(and(eq(signingKey.id, key.id), isNull(signingKey.replacedAt)))
      .returning()
    if (!replaced) throw conflict('这份密钥已经更换过')
    await record(tx, { action: 'signingKey.replace', ...named(key) })
    return replaced
  })
}

/**
 * Declares that a key may be in the hands of others since a moment: it signs no more, and what it has signed is told as of a
 * lost key, unless a time stamp of a known service is older than that moment.
 */
export async function declareKeyLost(
  ctx: Acting,
  { fingerprint, since, reason }: { fingerprint: string; since: Date; reason: string },
): Promise<SigningKeyRow> {
  if (!reason.trim()) throw invalid('请写明原因')
  if (!(since <= ctx.now)) throw invalid('遗失的时间应是一个不晚于现在的日期或时间')
  const key = await keyOf(ctx, fingerprint)
  if (key.lostAt && key.lostAt <= since) throw conflict(`已登记自 ${dayOf(key.lostAt)} 起遗失，只能改为更早`)
  return inTransaction(ctx, async tx => {
    const [lost] = await tx.db
      .update(signingKey)
      .set({ lostAt: since, lostReason: reason.trim() })
      .where(eq(signingKey.id, key.id))
      .returning()
    await record(tx, { action: 'signingKey.lose', ...named(key), detail: { 自: iso(since), 原因: reason } })
    return lost!
  })
}

async function keyOf({ db }: Pick<Ctx, 'db'>, fingerprint: string): Promise<SigningKeyRow> {
  const wanted = fingerprint.replaceAll(':', '').toUpperCase()
  const found = (await signingKeys({ db })).filter(key => key.fingerprint.replaceAll(':', '').startsWith(wanted))
  if (wanted.length < 8 || found.length !== 1)
    throw notFound('没有这份密钥：请给出证书指纹的前 8 位或更多，可用 hangxie keys list 查看')
  return found[0]!
}

const named = ({ id, name }: SigningKeyRow) => ({ objectType: 'signingKey', objectId: id, objectName: name })
