import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { dayOf, iso } from '#lib/dates.ts'
import { conflict, invalid, notSignedIn } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { record } from '#modules/audit/server/record.ts'
import { verifyKey, verifyKeyDay } from '#modules/certificates/server/tables.ts'
import type { staffKeyedContract } from '../contract.ts'
import { type KeyState, keyStateNames } from '../quota.ts'

type Key = typeof verifyKey.$inferSelect

/** Rate limit on invalid keys, which stops programs that keep using an old one. */
const spendRefusal = limit('cert/verify/keyed', { max: 30, per: 60_000 })

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')

/** The key that comes with a call, where it is good. */
export async function keyOf(ctx: Ctx): Promise<Key> {
  const { bearer } = ctx.headers
  if (!bearer) throw notSignedIn('请在请求头 Authorization 里给出接口密钥：Bearer 密钥')
  const [found] = await ctx.db
    .select()
    .from(verifyKey)
    .where(eq(verifyKey.hash, hashOf(bearer)))
  if (found && stateOf(ctx, found) === 'active') return found
  spendRefusal(ctx)
  if (!found) throw notSignedIn('接口密钥不对，请核对是否完整')
  throw notSignedIn(`接口密钥${keyStateNames[stateOf(ctx, found)]}，请与协会联系换发`)
}

function stateOf({ now }: Pick<Ctx, 'now'>, { revokedAt, expiresOn }: Key): KeyState {
  if (revokedAt) return 'revoked'
  return expiresOn < dayOf(now) ? 'expired' : 'active'
}

export const verifyKeyHandlers: Handlers<typeof staffKeyedContract> = {
  'GET /staff/verifyKey/list': async ctx => {
    const used = ctx.db
      .select({
        keyId: verifyKeyDay.keyId,
        total: sql<number>`sum(${verifyKeyDay.numbers})::int`.as('total'),
        today:
          sql<number>`coalesce(sum(${verifyKeyDay.numbers}) filter (where ${verifyKeyDay.day} = ${dayOf(ctx.now)}), 0)::int`.as(
            'today',
          ),
      })
      .from(verifyKeyDay)
      .groupBy(verifyKeyDay.keyId)
      .as('used')
    const rows = await ctx.db
      .select({ of: verifyKey, total: used.total, today: used.today })
      .from(verifyKey)
      .leftJoin(used, eq(used.keyId, verifyKey.id))
      .orderBy(desc(verifyKey.id))
    return { list: rows.map(({ of, total, today }) => toRow(ctx, of, { total: total ?? 0, today: today ?? 0 })) }
  },
  'POST /staff/verifyKey/issue': async (ctx, { name, contact, perMinute, perDay, expiresOn }) => {
    if (expiresOn < dayOf(ctx.now)) throw invalid('到期日期不能早于今天', { expiresOn: '不能早于今天' })
    if (perDay < perMinute) throw invalid('每天的额度不能少于每分钟的', { perDay: '不能少于每分钟的' })
    const key = `hx_${randomBytes(32).toString('base64url')}`
    return inTransaction(ctx, async tx => {
      const [made] = await tx.db
        .insert(verifyKey)
        .values({
          name,
          contactSealed: ctx.encryption.encrypt(contact),
          hash: hashOf(key),
          hint: key.slice(0, 8),
          perMinute,
          perDay,
          expiresOn,
          createdAt: ctx.now,
          createdBy: signedInActor(ctx).accountId,
        })
        .returning({ id: verifyKey.id })
      const after = { perMinute, perDay, expiresOn }
      await record(tx, { action: 'verifyKey.issue', ...named(made!.id, name), after })
      return { id: made!.id, key }
    })
  },
  'POST /staff/verifyKey/revoke': async (ctx, { id }) =>
    inTransaction(ctx, async tx => {
      const [revoked] = await tx.db
        .update(verifyKey)
        .set({ revokedAt: ctx.now })
        .where(and(eq(verifyKey.id, id), isNull(verifyKey.revokedAt)))
        .returning()
      if (!revoked) throw conflict('没有这个密钥，或它已被停用')
      await record(tx, { action: 'verifyKey.revoke', ...named(id, revoked.name) })
      return {}
    }),
}

const named = (objectId: number, objectName: string) => ({ objectType: 'verifyKey', objectId, objectName })

function toRow(ctx: Ctx, of: Key, used: { total: number; today: number }) {
  const state = stateOf(ctx, of)
  return {
    id: of.id,
    name: of.name,
    contact: ctx.encryption.decrypt(of.contactSealed),
    hint: `${of.hint}…`,
    perMinute: of.perMinute,
    perDay: of.perDay,
    expiresOn: of.expiresOn,
    state,
    stateName: keyStateNames[state],
    issuedTime: iso(of.createdAt),
    usedToday: used.today,
    usedTotal: used.total,
    lastUsedTime: of.lastUsedAt && iso(of.lastUsedAt),
  }
}
