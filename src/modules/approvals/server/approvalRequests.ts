import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, gt } from 'drizzle-orm'
import {
  alwaysSecondPerson,
  type SecondPersonRule,
  secondPersonRules,
  secondPersonWhereThere,
} from '#lib/access/secondPerson.ts'
import { conflict, invalid } from '#lib/error.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { dryRun } from '#lib/server/api/dryRun.ts'
import type { Change, PendingCall, RequestedApproval } from '#lib/server/api/secondPerson.ts'
import { HANDLED_DAYS } from '#modules/accounts/server/handling.ts'
import { accountHandling } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { type Deciders, permissionToDecide, readDeciders } from './deciders.ts'
import { notifyRequested } from './notifications.ts'
import { approval } from './tables.ts'

/** Lifetime of a request in ms; after that it expires. */
const REQUEST_LIFE_MS = 7 * 24 * 3_600_000

/** Encrypted content: the parsed input and the changes it would cause. */
export type SealedRequest = { input: unknown; changes: Change[] }
type Effect = { changes: Change[]; about: number[] }

const ruleNames: Record<string, string> = {
  ...secondPersonRules,
  ...alwaysSecondPerson,
  ...secondPersonWhereThere,
  rules: '修改双人复核的设置',
}
export const ruleName = (rule: string) => ruleNames[rule] ?? rule

type RequestedCall = Pick<PendingCall, 'key' | 'endpoint' | 'input'>

export async function saveRequest(
  ctx: Ctx,
  asked: RequestedCall,
  findEffect: () => Promise<Effect>,
): Promise<RequestedApproval> {
  const { key, endpoint } = asked
  const { rule } = endpoint.secondPerson!
  const { accountId: askedBy } = signedInActor(ctx)
  // Normalises the input to the form in which it is read back.
  const input: unknown = JSON.parse(JSON.stringify(asked.input))
  await refuseTwice(ctx, key, input)
  const { changes, about } = await findEffect()
  if (changes.length === 0) throw conflict('没有任何改动，不必提交复核')
  const to = await secondPersonsFor(ctx, { rule, permission: permissionToDecide(endpoint), askedBy, about })
  const kept: SealedRequest = { input, changes }
  const [row] = await ctx.db
    .insert(approval)
    .values({
      rule,
      key,
      sealed: ctx.encryption.encrypt(JSON.stringify(kept)),
      askedBy,
      askedAt: ctx.now,
      about,
      expiresAt: new Date(ctx.now.getTime() + REQUEST_LIFE_MS),
    })
    .returning({ id: approval.id, expiresAt: approval.expiresAt })
  await record(ctx, { action: 'approval.ask', objectType: 'approval', objectId: row!.id, objectName: ruleName(rule) })
  await notifyRequested(ctx, { id: row!.id, name: ruleName(rule), to })
  return row!
}

type PendingApproval = { rule: string; permission: string; askedBy: number; about: number[] }

/** Returns all colleagues who may approve. Throws if there is none, with the reason for each who has the permission. */
async function secondPersonsFor(ctx: Ctx, { rule, ...asked }: PendingApproval): Promise<number[]> {
  const { holders, obstacleOf } = await readDeciders(ctx)
  const others = holders(asked.permission).filter(({ id }) => id !== asked.askedBy)
  if (others.length === 0)
    throw conflict(
      `“${ruleName(rule)}”须双人复核，而目前没有另一位同事有这项权限。请先让另一位同事有这项权限；没有人能给出权限的，由服务器管理员用 hangxie admin 命令新增管理员`,
    )
  const free = others.filter(({ id }) => !obstacleOf(asked, id))
  if (free.length > 0) return free.map(({ id }) => id)
  const reasons = others.map(({ id, name }) => `${name}：${obstacleOf(asked, id)}`).join('；')
  throw conflict(
    `“${ruleName(rule)}”须双人复核，而目前没有可以复核的同事（${reasons}）。可满 ${HANDLED_DAYS} 天后再提出，或由服务器管理员用 hangxie admin 命令新增管理员、重设账号`,
  )
}

/** Throws if the same request is already waiting, e.g. after a double click. */
async function refuseTwice(ctx: Ctx, key: string, input: unknown): Promise<void> {
  const waiting = await ctx.db
    .select({ sealed: approval.sealed })
    .from(approval)
    .where(and(eq(approval.askedBy, signedInActor(ctx).accountId), eq(approval.key, key), isWaiting(ctx)))
  if (waiting.some(of => isDeepStrictEqual(unsealRequest(ctx, of).input, input)))
    throw conflict('同样的操作您已提交，正在等待复核；可在“双人复核”查看或撤回')
}

export const isWaiting = ({ now }: Pick<Ctx, 'now'>) => and(eq(approval.state, 'waiting'), gt(approval.expiresAt, now))

export const unsealRequest = ({ encryption }: Pick<Ctx, 'encryption'>, { sealed }: { sealed: string }): SealedRequest =>
  JSON.parse(encryption.decrypt(sealed))

/**
 * Determines the changes and affected accounts by a dry run that is rolled back. Refusals of the call surface at once.
 */
export const effectOf = (ctx: Ctx, { act, endpoint, input }: PendingCall): Promise<Effect> =>
  dryRun(ctx, async tx => {
    const { accountId } = signedInActor(ctx)
    await act({ ...tx, agreedBy: accountId })
    const mine = and(eq(auditEvent.actorId, accountId), eq(auditEvent.at, ctx.now))
    const lines = await tx.db.select().from(auditEvent).where(mine).orderBy(asc(auditEvent.id))
    const handled = await tx.db
      .select({ id: accountHandling.accountId })
      .from(accountHandling)
      .where(and(eq(accountHandling.handledBy, accountId), eq(accountHandling.handledAt, ctx.now)))
    const given = input as Record<string, unknown>
    const named = (endpoint.secondPerson!.about ?? []).map(name => Number(given[name]))
    return { changes: lines.flatMap(changesIn), about: [...new Set([...handled.map(({ id }) => id), ...named])] }
  })

function changesIn({ objectName, before, after, detail }: typeof auditEvent.$inferSelect): Change[] {
  const labels = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const of = objectName ?? ''
  const changes = labels.map(label => ({ of, label, before: textOf(before?.[label]), after: textOf(after?.[label]) }))
  const more = textOf(detail)
  return more || labels.length === 0 ? [...changes, { of, label: '说明', before: '', after: more }] : changes
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join('、')
  if (typeof value === 'object') return Object.values(value).map(textOf).filter(Boolean).join(' ')
  return String(value)
}

/**
 * Adds `roles` to any set of rules: whoever could open a second account alone could approve everything else with it.
 */
export const withRoles = (rules: readonly SecondPersonRule[]): SecondPersonRule[] =>
  rules.length > 0 ? [...new Set([...rules, 'roles' as const])] : []

/** Refused where there are not two who could do it, each without the other. */
export function checkRules(
  { holders, commonHandler }: Deciders,
  rules: readonly SecondPersonRule[],
  permissionsOf: (rule: string) => string[],
) {
  for (const rule of rules)
    for (const permission of permissionsOf(rule)) {
      const people = holders(permission)
      if (people.length < 2)
        throw invalid(
          `“${secondPersonRules[rule]}”目前只有一位同事可以办理，开启后谁也办不成；请先让另一位同事有这项权限`,
        )
      const isPair = people.some(one =>
        people.some(other => one !== other && commonHandler(one.id, other.id, permission) === undefined),
      )
      if (!isPair)
        throw invalid(
          `可以办理“${secondPersonRules[rule]}”的同事，账号在 ${HANDLED_DAYS} 天内由其中一位或同一位同事开通、重设或改动过，不能互相复核，开启后谁也办不成；请满 ${HANDLED_DAYS} 天后再开启`,
        )
    }
}
