import { and, eq, exists, gt, sql } from 'drizzle-orm'
import type { Endpoint } from '#lib/contract.ts'
import { type Ctx, type SignedInActor, signedInActor } from '#lib/server/api/context.ts'
import type { Permission } from '#modules/accounts/permissions.ts'
import { grantsOf } from '#modules/accounts/roles/server/grants.ts'
import { readRoles } from '#modules/accounts/roles/server/roles.ts'
import { activeStaff } from '#modules/accounts/roles/server/staffRights.ts'
import { deputyTermsToday } from '#modules/accounts/server/deputyTerms.ts'
import { HANDLED_DAYS, readHandlers } from '#modules/accounts/server/handling.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'

/**
 * Finds who can be the second person. They have the permission everywhere by their own roles, since whoever names a
 * deputy could name a second person; the call is not about their own account; and their account and the requester's
 * have not been in the same hands lately, since whoever invites, resets or promotes an account could be both.
 */
export type Deciders = Awaited<ReturnType<typeof readDeciders>>

type ReadCtx = Pick<Ctx, 'db' | 'now'>
/** A requested action; `permission`: the one that the second person needs. */
type RequestedAction = { permission: string; askedBy: number; about: readonly number[] }

/** The permission that the second person of a call needs. */
export const permissionToDecide = ({ who, secondPerson }: Endpoint): string => secondPerson?.decidedWith ?? who

/** Returns true if the actor has the permission everywhere and not through a deputyship. */
export const hasOwn = ({ permissions, standsIn }: SignedInActor, permission: string): boolean =>
  permissions.includes(permission) && standsIn?.[permission] === undefined

const OTHER_HANDS = `在 ${HANDLED_DAYS} 天内开通、恢复或重设过，或改过姓名、联系方式、角色权限`

export async function readDeciders(ctx: ReadCtx) {
  const [staff, handlersOf, lent] = await Promise.all([activeStaff(ctx), readHandlers(ctx), deputyTermsToday(ctx)])
  const nameOf = (id: number) => staff.find(one => one.id === id)?.name ?? '已停用的账号'
  const holds = (id: number, permission: string) =>
    staff.some(one => one.id === id && one.own.get(permission as Permission) === 'everywhere')

  /** Staff who have the permission everywhere by their own roles. */
  const holders = (permission: string) => staff.filter(({ id }) => holds(id, permission))

  /** Returns an account that has handled both; one of the two, if it handled the other. */
  function commonHandler(one: number, other: number, permission: string): number | undefined {
    const theirs = handlersOf(other, permission)
    return [...handlersOf(one, permission)].find(id => theirs.has(id))
  }

  /** A requester who has the permission only as a deputy also counts as the principals who lent it. */
  const principalsOf = ({ askedBy, permission }: RequestedAction): number[] =>
    !permission.startsWith('staff:') || holds(askedBy, permission)
      ? []
      : lent.filter(({ deputyId }) => deputyId === askedBy).map(({ principalId }) => principalId)

  /** Why somebody is not the second person, in words; empty: they may decide. */
  function obstacleOf(asked: RequestedAction, id: number): string {
    const { permission, askedBy, about } = asked
    if (id === askedBy) return '提出的人不能复核自己提出的操作'
    if (!holds(id, permission)) return '复核须凭本人角色的权限，代理得来的、限于部分地区或事项的不算'
    if (about.includes(id)) return '这项操作涉及复核人自己的账号'
    const principals = principalsOf(asked)
    if (principals.includes(id)) return '这项操作是代理复核人提出的'
    for (const asker of [askedBy, ...principals]) {
      const by = commonHandler(id, asker, permission)
      if (by === asker) return `复核人的账号由提出人${OTHER_HANDS}`
      if (by === id) return `提出人的账号由复核人${OTHER_HANDS}`
      if (by !== undefined) return `提出人与复核人的账号都由同一位同事（${nameOf(by)}）${OTHER_HANDS}`
    }
    return ''
  }
  return { holders, handlersOf, commonHandler, obstacleOf }
}

/**
 * Returns true if somebody other than the caller manages accounts and was not handled by the caller. Accounts disabled
 * lately count too: otherwise an administrator could disable the others first and then be alone.
 */
export async function hasOtherAdministrator(ctx: Pick<Ctx, 'db' | 'now' | 'actor'>): Promise<boolean> {
  const { accountId } = signedInActor(ctx)
  const { holders, handlersOf } = await readDeciders(ctx)
  const others = [...holders(ACCOUNTS), ...(await disabledLately(ctx))]
  return others.some(({ id }) => id !== accountId && !handlersOf(id, ACCOUNTS).has(accountId))
}

const ACCOUNTS: Permission = 'staff:accounts'

async function disabledLately(ctx: ReadCtx) {
  const { db, now } = ctx
  const since = new Date(now.getTime() - HANDLED_DAYS * 24 * 3_600_000)
  const line = and(
    eq(auditEvent.objectType, 'account'),
    eq(auditEvent.objectId, account.id),
    eq(auditEvent.action, 'colleague.disable'),
    gt(auditEvent.at, since),
  )
  const found = await db
    .select({ id: account.id, roles: account.roles })
    .from(account)
    .where(
      and(
        eq(account.kind, 'staff'),
        eq(account.status, 'disabled'),
        exists(db.select({ one: sql`1` }).from(auditEvent).where(line)),
      ),
    )
  const roles = await readRoles(ctx)
  return found.filter(one => grantsOf(one.roles, roles).get(ACCOUNTS) === 'everywhere')
}
