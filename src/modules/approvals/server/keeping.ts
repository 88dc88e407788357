import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, gt } from 'drizzle-orm'
import { alwaysSecond, type SecondPersonRule, secondPersonRules } from '#lib/access/secondPerson.ts'
import { conflict, invalid } from '#lib/error.ts'
import { type Ctx, signed } from '#lib/server/api/context.ts'
import { onTrial } from '#lib/server/api/onTrial.ts'
import { type Asked, type Change, defineKeeper, type KeptCall } from '#lib/server/api/secondPerson.ts'
import type { Permission } from '#modules/accounts/colleagues/permissions.ts'
import { staffAtWork } from '#modules/accounts/roles/server/holding.ts'
import { record } from '#modules/audit/server/record.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { approval } from './tables.ts'
import { tellAsked } from './telling.ts'

/** In ms: what nobody has agreed to by then is done by nobody. */
const KEPT = 7 * 24 * 3_600_000

/** What is sealed: the input as it was sent, and what it would change. */
export type Kept = { input: unknown; changes: Change[] }

const ruleNames: Record<string, string> = { ...secondPersonRules, ...alwaysSecond, rules: '修改双人复核的设置' }
export const ruleName = (rule: string) => ruleNames[rule] ?? rule

/** Everyone who may make a call with this permission everywhere. */
export const peopleWith = async (ctx: Pick<Ctx, 'db' | 'now'>, permission: string) =>
  (await staffAtWork(ctx)).filter(({ grants }) => grants.get(permission as Permission) === 'everywhere')

defineKeeper({
  isWanted: async (ctx, rule) => {
    if (rule in alwaysSecond) return true
    const { rules } = await readGroup(ctx, 'secondPerson')
    return rule === 'rules' ? rules.length > 0 : rules.some(one => one === rule)
  },
  keep: (ctx, asked) => keep(ctx, asked, () => changesOf(ctx, asked)),
  keepNamed: (ctx, { changes, ...asked }) => keep(ctx, asked, async () => changes),
  drop: async (ctx, id) => {
    const set = { state: 'withdrawn' as const, decidedBy: signed(ctx).accountId, decidedAt: ctx.now }
    await ctx.db
      .update(approval)
      .set(set)
      .where(and(eq(approval.id, id), eq(approval.state, 'waiting')))
  },
})

async function keep(ctx: Ctx, asked: Omit<Asked, 'act'>, changesOf: () => Promise<Change[]>): Promise<KeptCall> {
  const { rule } = asked.endpoint.secondPerson!
  const own = signed(ctx)
  const others = (await peopleWith(ctx, asked.endpoint.who)).filter(({ id }) => id !== own.accountId)
  if (others.length === 0)
    throw conflict(
      `“${ruleName(rule)}”须双人复核，而目前没有另一位同事有这项权限。请先让另一位同事有这项权限；没有人能给出权限的，由服务器管理员用 hangxie admin 命令新增管理员`,
    )
  await refuseTwice(ctx, asked)
  const kept: Kept = { input: asked.raw, changes: await changesOf() }
  const [row] = await ctx.db
    .insert(approval)
    .values({
      rule,
      key: asked.key,
      sealed: ctx.encryption.encrypt(JSON.stringify(kept)),
      askedBy: own.accountId,
      askedAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + KEPT),
    })
    .returning({ id: approval.id, expiresAt: approval.expiresAt })
  await record(ctx, { action: 'approval.ask', objectType: 'approval', objectId: row!.id, objectName: ruleName(rule) })
  await tellAsked(ctx, { id: row!.id, name: ruleName(rule), to: others.map(({ id }) => id) })
  return row!
}

/** What is clicked again is asked for once. */
async function refuseTwice(ctx: Ctx, { key, raw }: Pick<Asked, 'key' | 'raw'>): Promise<void> {
  const waiting = await ctx.db
    .select({ sealed: approval.sealed })
    .from(approval)
    .where(and(eq(approval.askedBy, signed(ctx).accountId), eq(approval.key, key), isWaiting(ctx)))
  if (waiting.some(of => isDeepStrictEqual(openOf(ctx, of).input, raw)))
    throw conflict('同样的操作您已提交，正在等待复核；可在“双人复核”查看或撤回')
}

export const isWaiting = ({ now }: Pick<Ctx, 'now'>) => and(eq(approval.state, 'waiting'), gt(approval.expiresAt, now))

export const openOf = ({ encryption }: Pick<Ctx, 'encryption'>, { sealed }: { sealed: string }): Kept =>
  JSON.parse(encryption.decrypt(sealed))

/** What the call would change, as the log would tell it: it is done, and taken back. What it refuses is refused at once. */
const changesOf = (ctx: Ctx, { act }: Asked): Promise<Change[]> =>
  onTrial(ctx, async tx => {
    await act({ ...tx, agreedBy: signed(ctx).accountId })
    const mine = and(eq(auditEvent.actorId, signed(ctx).accountId), eq(auditEvent.at, ctx.now))
    const lines = await tx.db.select().from(auditEvent).where(mine).orderBy(asc(auditEvent.id))
    return lines.flatMap(changesIn)
  })

function changesIn({ objectName, before, after, detail }: typeof auditEvent.$inferSelect): Change[] {
  const labels = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const of = objectName ?? ''
  if (labels.length === 0) return [{ of, label: '说明', before: '', after: textOf(detail) }]
  return labels.map(label => ({ of, label, before: textOf(before?.[label]), after: textOf(after?.[label]) }))
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join('、')
  if (typeof value === 'object') return Object.values(value).map(textOf).filter(Boolean).join(' ')
  return String(value)
}

/** Refused where there are not two who could do it. */
export async function checkRules(
  ctx: Ctx,
  rules: readonly SecondPersonRule[],
  permissionsOf: (rule: string) => string[],
) {
  for (const rule of rules)
    for (const permission of permissionsOf(rule))
      if ((await peopleWith(ctx, permission)).length < 2)
        throw invalid(
          `“${secondPersonRules[rule]}”目前只有一位同事可以办理，开启后谁也办不成；请先让另一位同事有这项权限`,
        )
}
