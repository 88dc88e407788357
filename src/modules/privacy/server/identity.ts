import { asc, eq } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { namesOf } from '#modules/accounts/clerks/server/desk.ts'
import { account, clerk, consent, session } from '#modules/accounts/server/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { wechatBinding } from '#modules/wechat/server/tables.ts'
import type { Subject } from './holdings.ts'

export async function accountOf({ db, encryption }: Ctx, { id }: Subject) {
  const rows = await db.select().from(account).where(eq(account.id, id))
  return rows.map(({ userName, displayName, kind, email, createdAt, lastSignedInAt, ...own }) => ({
    userName,
    displayName,
    kind,
    email,
    creditCode: own.creditCode ?? own.claimedCode,
    phone: own.phoneSealed && encryption.decrypt(own.phoneSealed),
    createdAt: iso(createdAt),
    lastSignedInAt: lastSignedInAt && iso(lastSignedInAt),
  }))
}

export async function sessionsOf({ db }: Ctx, { id }: Subject) {
  const rows = await db.select().from(session).where(eq(session.accountId, id)).orderBy(asc(session.id))
  return rows.map(({ createdAt, seenAt, endedAt, address, userAgent }) => ({
    createdAt: iso(createdAt),
    seenAt: iso(seenAt),
    endedAt: endedAt && iso(endedAt),
    address,
    userAgent,
  }))
}

export async function wechatsOf({ db, encryption }: Ctx, { id }: Subject) {
  const rows = await db.select().from(wechatBinding).where(eq(wechatBinding.accountId, id)).orderBy(wechatBinding.id)
  return rows.map(({ openidSealed, boundAt }) => ({ openid: encryption.decrypt(openidSealed), boundAt: iso(boundAt) }))
}

export async function consentsOf({ db }: Ctx, { id }: Subject) {
  const rows = await db.select().from(consent).where(eq(consent.accountId, id)).orderBy(asc(consent.id))
  return rows.map(({ document, version, action, at, address }) => ({ document, version, action, at: iso(at), address }))
}

export async function auditOf({ db }: Ctx, { id }: Subject) {
  const rows = await db.select().from(auditEvent).where(eq(auditEvent.actorId, id)).orderBy(asc(auditEvent.id))
  return rows.map(({ at, action, address, detail }) => ({ at: iso(at), action, address, detail }))
}

export async function clerksOf({ db }: Ctx, { id }: Subject) {
  const rows = await db
    .select({ clerk, company: account.displayName })
    .from(clerk)
    .innerJoin(account, eq(account.id, clerk.companyId))
    .where(eq(clerk.accountId, id))
    .orderBy(asc(clerk.id))
  return rows.map(({ clerk: of, company }) => ({
    company,
    name: of.name,
    duties: namesOf(of.duties),
    invitedBy: of.invitedName,
    from: of.acceptedAt && iso(of.acceptedAt),
    to: of.endedAt && iso(of.endedAt),
  }))
}
