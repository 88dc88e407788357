import { and, desc, eq, isNotNull, isNull, like, or, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { limitToPage, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { countOf } from '#lib/server/database/counting.ts'
import type { Db } from '#lib/server/database/db.ts'
import { clerk } from '#modules/accounts/server/tables.ts'
import { actionName } from '#modules/audit/server/auditWords.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import type { clerksContract } from '../contract.ts'
import { signedForCompany } from './desk.ts'

/**
 * Log of what the company's own login did and what its clerks did for it; never what they did for themselves or for
 * others.
 */
export const clerkLogHandlers = {
  'GET /member/clerk/log': async (ctx, asked) => {
    const { accountId } = signedForCompany(ctx)
    const ours = or(
      eq(auditEvent.forId, accountId),
      and(eq(auditEvent.actorId, accountId), isNull(auditEvent.forId)),
      // A clerk who accepts or leaves acts as themselves, so these events are found by their object.
      and(eq(auditEvent.objectType, 'account'), eq(auditEvent.objectId, accountId), like(auditEvent.action, 'clerk.%')),
    )
    const where = and(ours, asked.who === undefined ? undefined : eq(auditEvent.actorId, asked.who))
    const total = await countOf(ctx.db, sql`select 1 from ${auditEvent} where ${where}`)
    const rows = await limitToPage(asked, ctx.db.select().from(auditEvent).where(where).orderBy(desc(auditEvent.id)))
    const names = await namesOfClerks(ctx.db, accountId)
    const list = rows.map(row => ({
      id: row.id,
      at: iso(row.at),
      name: (row.actorId !== accountId && row.actorId !== null && names.get(row.actorId)) || '单位账号',
      userName: row.actorName,
      action: actionName(row.action),
      object: text(row.detail.经办人) ?? row.objectName,
      device: row.device,
    }))
    return toPage(list, total, asked)
  },
} satisfies Partial<Handlers<typeof clerksContract>>

/** Maps account ids to the clerks' names, former clerks included. */
async function namesOfClerks(db: Db, companyId: number): Promise<Map<number, string>> {
  const rows = await db
    .select({ accountId: clerk.accountId, name: clerk.name })
    .from(clerk)
    .where(and(eq(clerk.companyId, companyId), isNotNull(clerk.accountId)))
    .orderBy(clerk.id)
  return new Map(rows.map(({ accountId, name }) => [accountId!, name]))
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
