import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { lockKey } from '#modules/accounts/server/attempts.ts'
import { record } from '#modules/audit/server/record.ts'
import { didOf } from '../did.ts'
import { type CredentialKeyState, credentialKeyStateNames } from '../keyStates.ts'
import type { staffCredentialContract } from '../staffContract.ts'
import { currentCredentialKey, makeCredentialKey } from './keys.ts'
import { credentialKey } from './tables.ts'

type Key = typeof credentialKey.$inferSelect

export const credentialKeyHandlers: Handlers<typeof staffCredentialContract> = {
  'GET /staff/credential/key/list': async ctx => {
    await currentCredentialKey(ctx)
    const rows = await ctx.db.select().from(credentialKey).orderBy(desc(credentialKey.id))
    return { did: didOf(ctx.config.publicUrl), list: rows.map(toRow) }
  },
  'POST /staff/credential/key/rotate': (ctx, { seen }) =>
    withKeyLock(ctx, async inside => {
      const [ended] = await inside.db
        .update(credentialKey)
        .set({ endedAt: ctx.now })
        .where(and(eq(credentialKey.kid, seen), isNull(credentialKey.endedAt)))
        .returning()
      if (!ended) throw conflict('密钥已由其他同事更换，请刷新后再看')
      const { kid } = await makeCredentialKey(inside)
      await recordKeyAct(inside, 'rotate', { 签发中的密钥: seen }, { 签发中的密钥: kid })
      return { kid }
    }),
  'POST /staff/credential/key/retire': (ctx, { kid }) =>
    withKeyLock(ctx, async inside => {
      const [retired] = await inside.db
        .update(credentialKey)
        .set({ retiredAt: ctx.now })
        .where(and(eq(credentialKey.kid, kid), isNotNull(credentialKey.endedAt), isOpen()))
        .returning()
      if (!retired) throw conflict('只能停止公布不再签发、尚在公布的密钥')
      await recordKeyAct(inside, 'retire', { 公布的密钥: kid }, { 公布的密钥: '' })
      return {}
    }),
  'POST /staff/credential/key/revoke': (ctx, { kid, reason }) =>
    withKeyLock(ctx, async inside => {
      const [before] = await inside.db
        .select()
        .from(credentialKey)
        .where(and(eq(credentialKey.kid, kid), isNull(credentialKey.revokedAt)))
      if (!before) throw conflict('没有这个密钥，或它已经作废')
      const over = { revokedAt: ctx.now, retiredAt: null, endedAt: before.endedAt ?? ctx.now, reason }
      await inside.db.update(credentialKey).set(over).where(eq(credentialKey.id, before.id))
      if (!before.endedAt) await makeCredentialKey(inside)
      await recordKeyAct(inside, 'revoke', { 可信的密钥: kid }, { 可信的密钥: '', 原因: reason })
      return {}
    }),
}

const isOpen = () => and(isNull(credentialKey.retiredAt), isNull(credentialKey.revokedAt))

/** Serialises key changes with a lock, so that the second of two colleagues sees the result of the first. */
const withKeyLock = <Done>(ctx: Ctx, act: (inside: Ctx) => Promise<Done>): Promise<Done> =>
  inTransaction(ctx, async inside => {
    await lockKey(inside, 'credential key')
    return act(inside)
  })

type Words = Record<string, string>
const recordKeyAct = (ctx: Ctx, act: string, before: Words, after: Words) =>
  record(ctx, { action: `credentialKey.${act}`, objectType: 'credentialKey', objectName: '凭证密钥', before, after })

function stateOf({ revokedAt, retiredAt, endedAt }: Key): CredentialKeyState {
  if (revokedAt) return 'revoked'
  if (retiredAt) return 'retired'
  return endedAt ? 'verifying' : 'signing'
}

function toRow(of: Key) {
  const state = stateOf(of)
  const over = of.revokedAt ?? of.retiredAt
  return {
    kid: of.kid,
    state,
    stateName: credentialKeyStateNames[state],
    createdTime: iso(of.createdAt),
    endedTime: of.endedAt && iso(of.endedAt),
    overTime: over && iso(over),
    reason: of.reason,
  }
}
