import { and, count, desc, eq, gt, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { secondPersonRuleCodes, secondPersonRules } from '#lib/access/secondPerson.ts'
import type { Download, Output } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { conflict, forbidden, notFound } from '#lib/error.ts'
import { limitToPage, toPage } from '#lib/paging.ts'
import { calls } from '#lib/server/api/apiCalls.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, type SignedInActor, signedInActor } from '#lib/server/api/context.ts'
import { endApproval } from '#lib/server/api/secondPerson.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { rightsOf } from '#modules/accounts/roles/server/staffRights.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { changeGroup, readGroup } from '#modules/settings/server/settings.ts'
import type { approvalsContract } from '../contract.ts'
import { type ApprovalState, approvalStateNames, type approvalViews } from '../states.ts'
import { checkRules, isWaiting, ruleName, unsealRequest, withRoles } from './approvalRequests.ts'
import { type Deciders, hasOtherAdministrator, hasOwn, permissionToDecide, readDeciders } from './deciders.ts'
import { notifyDecided } from './notifications.ts'
import { approval } from './tables.ts'

type Row = Output<(typeof approvalsContract)['GET /staff/approval/list']>['list'][number]
export type ApprovalRow = Row
type Approval = typeof approval.$inferSelect

/** Lifetime of an approved file in ms, from the moment of approval. */
const FILE_LIFE_MS = 24 * 3_600_000
/** Allows repeats, because a download may break off. */
const MAX_DOWNLOADS = 3
const FILE_TERMS = `请在 24 小时内到“双人复核”下载，最多 ${MAX_DOWNLOADS} 次`

/** Returns true if the request is for a file, which the requester downloads after approval, and not for an action. */
const isFile = ({ key }: Pick<Approval, 'key'>) => calls().contract[key]?.output === 'file'

const decider = alias(account, 'decider')

/** The calls of which somebody can be the second person, by roles of their own. */
const keysOf = (own: SignedInActor) =>
  Object.entries(calls().contract).flatMap(([key, endpoint]) =>
    endpoint.secondPerson && hasOwn(own, permissionToDecide(endpoint)) ? [key] : [],
  )

export const mayDecideOnAny = (ctx: Ctx): boolean => keysOf(signedInActor(ctx)).length > 0

const permissionsOf = (rule: string): string[] => [
  ...new Set(
    Object.values(calls().contract).flatMap(endpoint =>
      endpoint.secondPerson?.rule === rule ? [permissionToDecide(endpoint)] : [],
    ),
  ),
]

/** Why somebody may not decide on it; empty: they may. A call that the program no longer has is nobody's. */
function obstacleOf(deciders: Deciders, { key, askedBy, about }: Approval, id: number): string {
  const endpoint = calls().contract[key]
  if (!endpoint) return '程序已没有这项操作'
  return deciders.obstacleOf({ permission: permissionToDecide(endpoint), askedBy, about }, id)
}

/**
 * SQL condition for the list: own requests and those visible by permission; `forMe`: those that the caller may decide.
 */
async function visibleApprovals(ctx: Ctx, deciders: Deciders, view: (typeof approvalViews)[number]) {
  const own = signedInActor(ctx)
  const mine = eq(approval.askedBy, own.accountId)
  const visible = inArray(approval.key, keysOf(own))
  if (view !== 'forMe') return and(or(mine, visible), view === 'waiting' ? isWaiting(ctx) : undefined)
  const waiting = await ctx.db
    .select()
    .from(approval)
    .where(and(visible, ne(approval.askedBy, own.accountId), isWaiting(ctx)))
  const free = waiting.filter(of => !obstacleOf(deciders, of, own.accountId))
  return inArray(
    approval.id,
    free.map(({ id }) => id),
  )
}

/** Reads one approval as its list shows it; not found for who would not find it there. */
export async function readApproval(ctx: Ctx, id: number): Promise<Row> {
  const deciders = await readDeciders(ctx)
  const [found] = await selectApprovals(ctx, and(eq(approval.id, id), await visibleApprovals(ctx, deciders, 'all')))
  if (!found) throw notFound('没有这项待复核的操作，或您没有同样的权限')
  const { of, ...names } = found
  return toRow(ctx, deciders, of, names)
}

const selectApprovals = ({ db }: Ctx, where: SQL | undefined) =>
  db
    .select({ of: approval, asker: account.displayName, decider: decider.displayName })
    .from(approval)
    .innerJoin(account, eq(account.id, approval.askedBy))
    .leftJoin(decider, eq(decider.id, approval.decidedBy))
    .where(where)
    .orderBy(desc(approval.id))

export const approvalsHandlers: Handlers<typeof approvalsContract> = {
  'GET /staff/approval/list': async (ctx, asked) => {
    const deciders = await readDeciders(ctx)
    const where = await visibleApprovals(ctx, deciders, asked.state)
    const rows = await limitToPage(asked, selectApprovals(ctx, where))
    const [total] = await ctx.db.select({ n: count() }).from(approval).where(where)
    const list = rows.map(({ of, ...names }) => toRow(ctx, deciders, of, names))
    return toPage(list, total!.n, asked)
  },
  'POST /staff/approval/agree': (ctx, { id }) =>
    inTransaction(ctx, async inside => {
      const of = await decide(inside, id, 'agreed')
      const told = { id, name: ruleName(of.rule), to: of.askedBy }
      if (isFile(of)) {
        await notifyDecided(inside, { ...told, result: '同意', reason: FILE_TERMS })
        return {}
      }
      const { input } = unsealRequest(ctx, of)
      const act = { ...inside, actor: await requesterOf(ctx, of), agreedBy: signedInActor(ctx).accountId }
      await calls().call(act, of.key as never, input as never)
      await notifyDecided(inside, { ...told, result: '同意，已生效' })
      return {}
    }),
  /** The requester downloads the file with the permissions they have at that moment. */
  'GET /staff/approval/file': async (ctx, { id }) => {
    const [found] = await ctx.db.select().from(approval).where(eq(approval.id, id))
    if (!found || !isFile(found) || found.askedBy !== signedInActor(ctx).accountId)
      throw notFound('没有您可以下载的文件')
    const [of] = await ctx.db
      .update(approval)
      .set({ downloads: sql`${approval.downloads} + 1` })
      .where(
        and(
          eq(approval.id, id),
          eq(approval.state, 'agreed'),
          gt(approval.decidedAt, new Date(ctx.now.getTime() - FILE_LIFE_MS)),
          lt(approval.downloads, MAX_DOWNLOADS),
        ),
      )
      .returning()
    if (!of) throw conflict(`还没有人同意，或已超过期限、次数（${FILE_TERMS}），请重新提出`)
    const act = { ...ctx, agreedBy: of.decidedBy!, approvalId: id }
    return (await calls().call(act, of.key as never, unsealRequest(ctx, of).input as never)) as Download
  },
  'POST /staff/approval/refuse': (ctx, { id, reason }) =>
    inTransaction(ctx, async inside => {
      const of = await decide(inside, id, 'refused', reason)
      await endApproval(inside, of.key, unsealRequest(ctx, of).input, { state: 'refused', reason })
      await notifyDecided(inside, { id, name: ruleName(of.rule), to: of.askedBy, result: '不同意', reason })
      return {}
    }),
  'POST /staff/approval/withdraw': (ctx, { id }) =>
    inTransaction(ctx, async tx => {
      const own = signedInActor(ctx).accountId
      const [of] = await tx.db
        .update(approval)
        .set({ state: 'withdrawn', decidedBy: own, decidedAt: ctx.now })
        .where(and(eq(approval.id, id), eq(approval.askedBy, own), isWaiting(ctx)))
        .returning()
      if (!of) throw conflict('它已有人复核、已逾期，或不是您提出的')
      await record(tx, { action: 'approval.withdraw', ...named(of) })
      await endApproval(tx, of.key, unsealRequest(ctx, of).input, { state: 'withdrawn', reason: '' })
      return {}
    }),
  'GET /staff/approval/rules': async ctx => {
    const { rules } = await readGroup(ctx, 'secondPerson')
    const { holders } = await readDeciders(ctx)
    const isAlways = !rules.includes('roles') && (await hasOtherAdministrator(ctx))
    return secondPersonRuleCodes.map(code => ({
      code,
      name: secondPersonRules[code],
      isOn: rules.includes(code),
      people: Math.min(...permissionsOf(code).map(one => holders(one).length)),
      note: code === 'roles' && isAlways ? ROLES_ALWAYS : '',
    }))
  },
  'POST /staff/approval/rules': async (ctx, given) => {
    const rules = withRoles(given.rules)
    checkRules(await readDeciders(ctx), rules, permissionsOf)
    await inTransaction(ctx, async inside => {
      const before = await readGroup(inside, 'secondPerson')
      await changeGroup(inside, 'secondPerson', { rules })
      const words = (codes: readonly (keyof typeof secondPersonRules)[]) => ({
        须双人复核:
          secondPersonRuleCodes
            .filter(code => codes.includes(code))
            .map(code => secondPersonRules[code])
            .join('、') || '无',
      })
      await recordChange(inside, {
        action: 'approval.rules',
        objectType: 'setting',
        objectName: '双人复核',
        before: words(before.rules),
        after: words(rules),
      })
    })
    return { rules }
  },
}

const ROLES_ALWAYS =
  '没有开启也已生效：退款和重新打开日结始终须双人复核，而另有管理账号的同事；一个人能单独开通账号的，就能用它同意自己提出的操作'

/**
 * Decides under a row lock: the later of two concurrent decisions is refused. Throws with the reason if the caller is
 * no second person.
 */
async function decide(ctx: Ctx, id: number, state: 'agreed' | 'refused', reason = ''): Promise<Approval> {
  const own = signedInActor(ctx)
  const [before] = await ctx.db.select().from(approval).where(eq(approval.id, id)).for('update')
  if (!before || !calls().contract[before.key]) throw notFound('没有这项待复核的操作')
  if (before.askedBy === own.accountId) throw forbidden('这是您自己提出的，须由另一位同事复核')
  const obstacle = obstacleOf(await readDeciders(ctx), before, own.accountId)
  if (obstacle) throw forbidden(`您不能复核这项操作：${obstacle}`)
  const [of] = await ctx.db
    .update(approval)
    .set({ state, reason, decidedBy: own.accountId, decidedAt: ctx.now })
    .where(and(eq(approval.id, id), isWaiting(ctx)))
    .returning()
  if (!of) throw conflict(before.state === 'waiting' ? '它已逾期，请提出的人重新办理' : '已由其他同事复核，或已撤回')
  await record(ctx, { action: `approval.${state === 'agreed' ? 'agree' : 'refuse'}`, ...named(of) })
  return of
}

/** Returns the requester as an actor with current permissions. */
async function requesterOf(ctx: Ctx, { askedBy }: Approval): Promise<SignedInActor> {
  const [of] = await ctx.db.select().from(account).where(eq(account.id, askedBy))
  if (of!.status !== 'active') throw conflict('提出的同事账号已停用，不能执行；请选择“不同意”')
  const { id: accountId, kind, userName } = of!
  return { kind, accountId, userName, tokenHash: '', confirmedAt: ctx.now, ...(await rightsOf(ctx, of!)) }
}

const named = ({ id, rule }: Approval) => ({ objectType: 'approval', objectId: id, objectName: ruleName(rule) })

type Names = { asker: string; decider: string | null }

function toRow(ctx: Ctx, deciders: Deciders, of: Approval, { asker, decider }: Names): Row {
  const own = signedInActor(ctx)
  const state: ApprovalState = of.state === 'waiting' && of.expiresAt <= ctx.now ? 'expired' : of.state
  const isMine = of.askedBy === own.accountId
  const obstacle = state === 'waiting' && !isMine ? obstacleOf(deciders, of, own.accountId) : ''
  return {
    id: of.id,
    ruleName: ruleName(of.rule),
    changes: unsealRequest(ctx, of).changes,
    state,
    stateName: state === 'agreed' && isFile(of) ? '已同意' : approvalStateNames[state],
    askedBy: asker,
    askedTime: iso(of.askedAt),
    expireTime: iso(of.expiresAt),
    isMine,
    mayDecide: state === 'waiting' && !isMine && !obstacle,
    obstacle,
    decidedBy: decider,
    decidedTime: of.decidedAt && iso(of.decidedAt),
    reason: of.reason,
    isFile: isFile(of),
    file: isMine ? fileOf(ctx, of) : null,
  }
}

function fileOf(ctx: Ctx, of: Approval): Row['file'] {
  if (of.state !== 'agreed' || !isFile(of)) return null
  const until = new Date(of.decidedAt!.getTime() + FILE_LIFE_MS)
  const left = MAX_DOWNLOADS - of.downloads
  return until > ctx.now && left > 0 ? { until: iso(until), left } : null
}
