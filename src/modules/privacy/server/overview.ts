import { randomUUID } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import type { Download } from '#lib/contract.ts'
import { dayOf, iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import type { Account } from '#modules/accounts/server/sessions.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { person } from '#modules/members/server/tables.ts'
import { groupDefaults, readSetting } from '#modules/settings/server/settings.ts'
import type { privacyContract } from '../contract.ts'
import { exportArchive } from './exporting/archive.ts'
import type { Part } from './exporting/readable.ts'
import { holdings, type Subject } from './holdings.ts'

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
    return dataArchive(ctx, own, own.displayName, `我的信息-${own.userName}`)
  },
} satisfies Partial<Handlers<Endpoints>>

/** Everything that we know of somebody, as one ZIP for them (个人信息保护法, article 45). */
export async function dataArchive(ctx: Ctx, of: Subject, name: string, fileName: string): Promise<Download> {
  const parts: Part[] = []
  for (const { read, ...about } of holdings) parts.push({ ...about, rows: await read(ctx, of) })
  const association = (await readSetting(ctx, 'association')) ?? groupDefaults.association
  const about = { name, site: association.name, at: iso(ctx.now) }
  return {
    name: `${fileName}-${dayOf(ctx.now)}.zip`,
    type: 'application/zip',
    inline: false,
    isPrivate: true,
    etag: `"${randomUUID()}"`,
    body: async () => exportArchive(about, parts, ctx.now),
  }
}

/** The same of a person of the register, with an account or without one. */
export async function personsData(ctx: Ctx, personId: number, fileName: string): Promise<Download> {
  const [of] = await ctx.db
    .select({ name: person.name, phoneHash: person.mobileHash, accountId: account.id })
    .from(person)
    .leftJoin(account, eq(account.personId, person.id))
    .where(eq(person.id, personId))
    // The account in use, where a closed one is there, too.
    .orderBy(sql`${account.status} = 'active' desc nulls last`, desc(account.id))
    .limit(1)
  if (!of) throw notFound('没有这个人')
  return dataArchive(
    ctx,
    { id: of.accountId ?? 0, organisationId: null, personId, phoneHash: of.phoneHash },
    of.name,
    fileName,
  )
}
