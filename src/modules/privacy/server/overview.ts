import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { dayOf, iso } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import type { Account } from '#modules/accounts/server/sessions.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { groupDefaults, readSetting } from '#modules/settings/server/settings.ts'
import type { privacyContract } from '../contract.ts'
import { exportArchive } from './exporting/archive.ts'
import type { Part } from './exporting/readable.ts'
import { holdings } from './holdings.ts'

type Endpoints = typeof privacyContract

/** Reads much, and is needed now and then. */
const spend = limit('privacy/export', { max: 6, per: 60_000, by: 'account' })

export async function ownAccount(ctx: Ctx): Promise<Account> {
  const [own] = await ctx.db
    .select()
    .from(account)
    .where(eq(account.id, signedInActor(ctx).accountId))
  return own!
}

export const overviewHandlers = {
  'GET /member/privacy': async ctx => {
    const own = await ownAccount(ctx)
    return Promise.all(
      holdings.map(async ({ kind, name, purpose, retention, read }) => ({
        kind,
        name,
        count: (await read(ctx, own)).length,
        purpose,
        retention,
      })),
    )
  },
  /** Exports all data in human-readable and machine-readable form (个人信息保护法, article 45). */
  'GET /member/privacy/export': async ctx => {
    spend(ctx)
    const own = await ownAccount(ctx)
    await record(ctx, { action: 'privacy.export', objectType: 'account', objectId: own.id })
    const parts: Part[] = []
    for (const { read, ...about } of holdings) parts.push({ ...about, rows: await read(ctx, own) })
    const { name } = (await readSetting(ctx, 'association')) ?? groupDefaults.association
    const about = { name: own.displayName, site: name, at: iso(ctx.now) }
    return {
      name: `我的信息-${own.userName}-${dayOf(ctx.now)}.zip`,
      type: 'application/zip',
      inline: false,
      isPrivate: true,
      etag: `"${randomUUID()}"`,
      body: async () => exportArchive(about, parts, ctx.now),
    }
  },
} satisfies Partial<Handlers<Endpoints>>
