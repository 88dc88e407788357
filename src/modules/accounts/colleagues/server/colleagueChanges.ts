import { and, arrayContains, eq, ne, type SQL, sql } from 'drizzle-orm'
import { conflict, invalid, notFound, Refusal } from '#lib/error.ts'
import { isMobile, plainMobile } from '#lib/form/phone.ts'
import { maskMobile } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ADMIN } from '#modules/accounts/permissions.ts'
import { noteHandling } from '#modules/accounts/server/handling.ts'
import { type Account, endAllSessions } from '#modules/accounts/server/sessions.ts'
import { account, recoveryCode } from '#modules/accounts/server/tables.ts'
import { isUserName, userNameFault } from '#modules/accounts/server/userNames.ts'
import { lockObjectType } from '#modules/audit/server/changes.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { grantLabels, grantsOf, grantsOfRole, mergeGrants, subtractGrants } from '../../roles/server/grants.ts'
import { missingGrants, refuseMissingGrants } from '../../roles/server/ownGrants.ts'
import { readRoles, roleNamesOf } from '../../roles/server/roles.ts'
import type { colleaguesContract } from '../contract.ts'
import { NO_PASSWORD } from './colleagues.ts'
import { sendEntryLink } from './entryLinks.ts'
import { notifyFactorChange } from './totp.ts'

type Endpoints = typeof colleaguesContract

export const colleagueChangesHandlers = {
  /** A new account; its owner chooses the password by a link that is good once. */
  'POST /staff/colleague/invite': async (ctx, given) => {
    const { userName, displayName } = given
    const phone = plainMobile(given.phone)
    const email = given.email || null
    return inTransaction(ctx, async tx => {
      await refuseFaults(tx, { userName, displayName, phone, roles: given.roles })
      const [made] = await tx.db
        .insert(account)
        .values({
          kind: 'staff',
          userName,
          displayName,
          email,
          roles: given.roles,
          passwordHash: NO_PASSWORD,
          ...(phone && { phoneSealed: ctx.encryption.encrypt(phone), phoneHash: ctx.encryption.hash(phone) }),
          createdAt: ctx.now,
          passwordChangedAt: ctx.now,
        })
        .onConflictDoNothing()
        .returning()
      if (!made) throw taken('userName', '这个用户名或手机号已有账号')
      const about = { objectType: 'account', objectId: made.id, objectName: userName }
      await record(tx, {
        action: 'colleague.invite',
        ...about,
        after: { displayName, roles: roleNamesOf(given.roles, await readRoles(tx)), email, contact: masked(phone) },
      })
      await noteHandling(tx, made.id)
      return { id: made.id, link: await sendEntryLink(tx, made, 'invitation') }
    })
  },
  'POST /staff/colleague/save': async (ctx, given) => {
    return changeColleague(ctx, given, async (tx, before) => {
      const { displayName, roles: held } = given
      const phone = given.phone ? plainMobile(given.phone) : undefined
      await refuseFaults(tx, { displayName, phone, roles: held }, before)
      if (before.roles.includes(ADMIN) && !held.includes(ADMIN)) await ensureAdminRemains(tx, before)
      const email = given.email || null
      const named = await readRoles(tx)
      const sealed = phone && { phoneSealed: ctx.encryption.encrypt(phone), phoneHash: ctx.encryption.hash(phone) }
      const phoneBefore = before.phoneSealed ? ctx.encryption.decrypt(before.phoneSealed) : ''
      const isNewPhone = phone !== undefined && phone !== phoneBefore
      await recordChange(tx, {
        action: 'colleague.change',
        objectType: 'account',
        objectId: before.id,
        objectName: before.userName,
        before: {
          displayName: before.displayName,
          roles: roleNamesOf(before.roles, named),
          email: before.email,
          contact: masked(phoneBefore),
        },
        after: {
          displayName,
          roles: roleNamesOf(held, named),
          email,
          // Marks a new number, because two numbers may look alike once they are masked.
          contact: isNewPhone ? `${masked(phone)}（新号码）` : masked(phoneBefore),
        },
      })
      const isReached = isNewPhone || displayName !== before.displayName || email !== before.email
      const gained = [...subtractGrants(grantsOf(held, named), grantsOf(before.roles, named)).keys()]
      await noteHandling(tx, before.id, isReached ? null : gained)
      return { displayName, roles: held, email, ...sealed }
    })
  },
  /** Blocks sign-in; existing sessions end at their next call. */
  'POST /staff/colleague/disable': async (ctx, given) => {
    return changeColleague(ctx, given, async (tx, before) => {
      if (before.status !== 'active') throw conflict('该账号已经停用')
      await ensureAdminRemains(tx, before)
      await endAllSessions(tx, before.id, 'association')
      await noteAct(tx, 'colleague.disable', before, { reason: given.reason })
      return { status: 'disabled' as const }
    })
  },
  'POST /staff/colleague/enable': (ctx, given) =>
    changeColleague(ctx, given, async (tx, before) => {
      if (before.status !== 'disabled') throw conflict('该账号没有停用')
      await noteAct(tx, 'colleague.enable', before)
      await noteHandling(tx, before.id)
      return { status: 'active' as const }
    }),
  /** Starts it: the old password is worthless at once, and only the owner gets the link to choose another. */
  'POST /staff/colleague/reset': async (ctx, given) => {
    let link: string | null = null
    const changed = await changeColleague(ctx, given, async (tx, before) => {
      await endAllSessions(tx, before.id, 'association')
      await noteAct(tx, 'colleague.reset', before)
      await noteHandling(tx, before.id)
      link = await sendEntryLink(tx, before, before.passwordHash === NO_PASSWORD ? 'invitation' : 'reset')
      return { passwordHash: NO_PASSWORD }
    })
    return { ...changed, link }
  },
  /** The phone with the codes is lost, and the recovery codes with it: the next sign-in sets up another. */
  'POST /staff/colleague/forgetTotp': async (ctx, given) => {
    return changeColleague(ctx, given, async (tx, before) => {
      if (before.id === signedInActor(tx).accountId) throw conflict('自己的两步验证请在“账号与安全”中更换')
      await tx.db.delete(recoveryCode).where(eq(recoveryCode.accountId, before.id))
      await endAllSessions(tx, before.id, 'association')
      await noteAct(tx, 'colleague.forgetTotp', before)
      await noteHandling(tx, before.id)
      await notifyFactorChange(tx, before, '解除')
      return { totpSealed: null, totpNextSealed: null, totpSince: null }
    })
  },
  'POST /staff/colleague/endSessions': async (ctx, given) => {
    return changeColleague(ctx, given, async (tx, before) => {
      await endAllSessions(tx, before.id, 'association')
      await noteAct(tx, 'colleague.endSessions', before)
      return {}
    })
  },
} satisfies Partial<Handlers<Endpoints>>

type Given = { id: number; version: number }

/**
 * Changes one colleague under a row lock. Throws if the colleague has permissions the caller lacks, or 409 if the
 * version is outdated.
 */
async function changeColleague(
  ctx: Ctx,
  { id, version }: Given,
  act: (tx: Ctx, before: Account) => Promise<Partial<Account>>,
): Promise<{ version: number }> {
  return inTransaction(ctx, async tx => {
    const [before] = await tx.db
      .select()
      .from(account)
      .where(and(eq(account.id, id), eq(account.kind, 'staff')))
      .for('update')
    if (!before) throw notFound('没有这位工作人员')
    await refuseMissingGrants(tx, grantsOf(before.roles, await readRoles(tx)), '这位同事有')
    if (before.version !== version) throw conflict('这个账号刚刚被另一位管理员修改过，请刷新后再操作')
    const changed = { ...(await act(tx, before)), version: version + 1 }
    await tx.db.update(account).set(changed).where(eq(account.id, id))
    return { version: version + 1 }
  })
}

const masked = (phone: string) => phone && maskMobile(phone)

const noteAct = (ctx: Ctx, action: string, { id, userName }: Account, detail?: Record<string, unknown>) =>
  record(ctx, { action, objectType: 'account', objectId: id, objectName: userName, detail })

/** Ensures that another active administrator remains, and that nobody disables or demotes themselves. */
async function ensureAdminRemains({ db, ...ctx }: Ctx, { id, roles: held }: Account): Promise<void> {
  if (id === signedInActor(ctx).accountId) throw conflict('不能停用自己或取消自己的管理员角色，请由另一位管理员操作')
  if (!held.includes(ADMIN)) return
  // Serialises these changes: a concurrent one waits here and then no longer counts this administrator.
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('hangxie administrators'))`)
  const isAdmin = and(eq(account.kind, 'staff'), eq(account.status, 'active'), arrayContains(account.roles, [ADMIN]))
  if ((await db.$count(account, and(isAdmin, ne(account.id, id)))) === 0) throw conflict('至少要保留一位在用的管理员')
}

type Faults = { userName?: string; displayName: string; phone?: string; roles: string[] }

async function refuseFaults(ctx: Ctx, { userName, displayName, phone, roles: held }: Faults, own?: Account) {
  const fields: Record<string, string> = {}
  if (userName !== undefined) {
    const fault = userNameFault(userName)
    if (fault) fields.userName = fault
    else if (await exists(ctx, isUserName(userName))) fields.userName = '这个用户名已有账号，请换一个'
  }
  if (!displayName) fields.displayName = '请填写姓名'
  if (phone && !isMobile(phone)) fields.phone = '手机号应为 11 位数字，以 1 开头'
  else if (phone && (await exists(ctx, eq(account.phoneHash, ctx.encryption.hash(phone)), own)))
    fields.phone = '这个手机号已有账号'
  if (held.length === 0) fields.roles = '请至少选择一个角色'
  else {
    const fault = await roleFault(ctx, held, own)
    if (fault) fields.roles = fault
  }
  if (Object.keys(fields).length) throw invalid(`有 ${Object.keys(fields).length} 处需要更正`, fields)
}

/** Returns why these roles cannot be given to the colleague, or undefined. */
async function roleFault(ctx: Ctx, held: readonly string[], own?: Account): Promise<string | undefined> {
  // A role that is changed or removed at this moment waits, or has been.
  await lockObjectType(ctx, 'staffRole')
  const roles = await readRoles(ctx)
  if (held.some(code => !roles.some(role => role.code === code))) return '含有不存在的角色'
  const given = roles.filter(({ code }) => held.includes(code) && !own?.roles.includes(code))
  const retired = given.find(({ isRetired }) => isRetired)
  if (retired) return `“${retired.name}”已停用，不能再指派`
  const more = await missingGrants(ctx, mergeGrants(given.map(grantsOfRole)))
  return more.size > 0 ? `不能给出您自己没有的权限：${grantLabels(more).join('、')}` : undefined
}

const exists = async ({ db }: Ctx, which: SQL, but?: Account) =>
  (
    await db
      .select({ id: account.id })
      .from(account)
      .where(and(which, but && ne(account.id, but.id)))
  ).length > 0

const taken = (field: string, message: string) => new Refusal(409, message, { [field]: message })
