import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { passcodeOf, readPasscode } from '#lib/passcode.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { canText } from '#lib/server/outbox/smsFiling.ts'
import type { ownStaffAccountContract } from '#modules/accounts/ownStaffAccountContract.ts'
import { ADMIN } from '#modules/accounts/permissions.ts'
import { notifyAccount } from '#modules/accounts/server/accountNotifications.ts'
import { refuseWeakPassword } from '#modules/accounts/server/passwordChanges.ts'
import { hashPassword } from '#modules/accounts/server/passwords.ts'
import { type Account, endAllSessions, hashToken } from '#modules/accounts/server/sessions.ts'
import { account, entryLink } from '#modules/accounts/server/tables.ts'
import { isUserName, userNameFault } from '#modules/accounts/server/userNames.ts'
import { record } from '#modules/audit/server/record.ts'

type Endpoints = typeof ownStaffAccountContract
type Purpose = (typeof entryLink.$inferSelect)['purpose']
type LinkCtx = Pick<Ctx, 'db' | 'now' | 'config'>

const HOUR = 3_600_000
const LINK_LIFE_MS: Record<Purpose, number> = { first: 24 * HOUR, invitation: 72 * HOUR, reset: 24 * HOUR }

/**
 * A link by which somebody chooses a password; those of before are worthless, except those for the first administrator:
 * each of several processes that start prints one, and all end with the first account. Behind `#`: no server sees it written.
 */
export const makeEntryLink = async (ctx: LinkCtx, of: EntryOf): Promise<string> =>
  linkOf(ctx, await makePasscode(ctx, of))

type EntryOf = { purpose: Purpose; accountId?: number; createdBy?: number }
const linkOf = ({ config }: Pick<Ctx, 'config'>, passcode: string) => `${config.publicUrl}/staff/enter#${passcode}`

/** The link's passcode alone can be typed, too: text messages have no room for a link of one's own. */
async function makePasscode({ db, now }: LinkCtx, of: EntryOf): Promise<string> {
  const passcode = passcodeOf(randomBytes(16))
  if (of.accountId)
    await db
      .update(entryLink)
      .set({ usedAt: now })
      .where(and(eq(entryLink.accountId, of.accountId), isNull(entryLink.usedAt)))
  const expiresAt = new Date(now.getTime() + LINK_LIFE_MS[of.purpose])
  await db.insert(entryLink).values({ ...of, tokenHash: hashToken(passcode), createdAt: now, expiresAt })
  return passcode
}

/**
 * Sends the link to its owner by SMS and mail. Returns it only if neither provider is configured, so that the caller
 * can hand it over.
 */
export async function sendEntryLink(ctx: Ctx, of: Account, purpose: 'invitation' | 'reset'): Promise<string | null> {
  const createdBy = ctx.actor.kind === 'anonymous' ? undefined : ctx.actor.accountId
  const passcode = await makePasscode(ctx, { purpose, accountId: of.id, createdBy })
  const link = linkOf(ctx, passcode)
  const values = { 账号: of.userName, 小时: String(LINK_LIFE_MS[purpose] / HOUR), 口令: passcode }
  const text = purpose === 'invitation' ? 'security.invited' : 'security.staffReset'
  await notifyAccount(ctx, { text, values, own: of, mail: true, link: { text: '设置密码', href: link } })
  const leaves = (of.phoneSealed && (await canText(ctx, text))) || (of.email && ctx.config.smtp)
  return leaves ? null : link
}

export const entryLinksHandlers = {
  /** Returns the purpose of the link, before the user types anything. */
  'POST /staff/entry/check': async (ctx, { token }) => {
    const { link, own } = await findLink(ctx, token)
    return { purpose: link.purpose, userName: own?.userName ?? null, displayName: own?.displayName ?? null }
  },
  /** The owner chooses a password; the first administrator a name, too. Once. */
  'POST /staff/entry/use': async (ctx, given) => {
    const { link, own } = await findLink(ctx, given.token)
    const userName = own?.userName ?? given.userName ?? ''
    const displayName = own?.displayName ?? given.displayName ?? ''
    if (!own) await refuseName(ctx, { userName, displayName })
    await refuseWeakPassword(ctx, given, { ...own, userName })
    const passwordHash = await hashPassword(given.newPwd)
    await inTransaction(ctx, async tx => {
      const used = await tx.db
        .update(entryLink)
        .set({ usedAt: ctx.now })
        .where(and(eq(entryLink.id, link.id), isNull(entryLink.usedAt)))
      if (used.rowCount !== 1) throw conflict('这个链接已经用过')
      const id = own
        ? await savePassword(tx, own, passwordHash)
        : await createFirstAdmin(tx, { userName, displayName, passwordHash })
      await record(tx, {
        action: `account.${link.purpose}Used`,
        objectType: 'account',
        objectId: id,
        objectName: userName,
      })
    })
    return { userName }
  },
} satisfies Partial<Handlers<Endpoints>>

async function findLink({ db, now }: Ctx, token: string) {
  const [found] = await db
    .select({ link: entryLink, own: account })
    .from(entryLink)
    .leftJoin(account, eq(account.id, entryLink.accountId))
    .where(
      and(
        eq(entryLink.tokenHash, hashToken(readPasscode(token))),
        isNull(entryLink.usedAt),
        gt(entryLink.expiresAt, now),
      ),
    )
  if (!found || (found.link.purpose === 'first' && (await hasStaff({ db }))))
    throw notFound('链接无效、已经用过或已过期，请重新获取')
  return found
}

async function refuseName(ctx: Ctx, { userName, displayName }: { userName: string; displayName: string }) {
  const fields: Record<string, string> = {}
  const fault = userNameFault(userName)
  if (fault) fields.userName = fault
  else if ((await ctx.db.select({ id: account.id }).from(account).where(isUserName(userName))).length)
    fields.userName = '这个用户名已有人使用'
  if (!displayName) fields.displayName = '请填写姓名'
  if (Object.keys(fields).length) throw invalid(`有 ${Object.keys(fields).length} 处需要更正`, fields)
}

async function savePassword(ctx: Ctx, { id }: Account, passwordHash: string): Promise<number> {
  await ctx.db.update(account).set({ passwordHash, passwordChangedAt: ctx.now }).where(eq(account.id, id))
  await endAllSessions(ctx, id, 'password')
  return id
}

async function createFirstAdmin({ db, now }: Ctx, of: Pick<Account, 'userName' | 'displayName' | 'passwordHash'>) {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('hangxie first administrator'))`)
  if (await hasStaff({ db })) throw conflict('已经有管理员了，请由其开通账号')
  const row = { ...of, kind: 'staff' as const, roles: [ADMIN], passwordChangedAt: now, createdAt: now }
  const [made] = await db.insert(account).values(row).returning({ id: account.id })
  return made!.id
}

export const hasStaff = async ({ db }: Pick<Ctx, 'db'>) =>
  (await db.select({ id: account.id }).from(account).where(eq(account.kind, 'staff')).limit(1)).length > 0
