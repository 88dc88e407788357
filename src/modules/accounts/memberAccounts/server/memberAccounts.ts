import { and, desc, eq, gt, gte, ilike, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { addDays, iso, minute, startOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { plainMobile } from '#lib/form/phone.ts'
import { maskEmail, maskMobile } from '#lib/mask.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { deviceOf } from '#lib/server/api/devices.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { containsPattern } from '#lib/server/database/db.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { NO_PASSWORD } from '#modules/accounts/colleagues/server/colleagues.ts'
import type { Account } from '#modules/accounts/server/sessions.ts'
import { account, session } from '#modules/accounts/server/tables.ts'
import { actionName } from '#modules/audit/server/auditWords.ts'
import { record } from '#modules/audit/server/record.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { accountStates, type memberAccountContract } from '../contract.ts'

type Endpoints = typeof memberAccountContract
type Filter = Parsed<Endpoints['GET /staff/account/export']>

const kindNames = { organisation: '单位', person: '个人' }

function whereOf({ encryption }: Ctx, of: Filter): SQL {
  const { lastSignedInAt } = account
  return and(
    ne(account.kind, 'staff'),
    of.kind && eq(account.kind, of.kind),
    of.status && eq(account.status, of.status),
    of.seenFrom ? gte(lastSignedInAt, startOf(of.seenFrom)) : undefined,
    of.seenTo ? lt(lastSignedInAt, startOf(addDays(of.seenTo, 1))) : undefined,
    of.key
      ? or(
          ilike(account.userName, containsPattern(of.key)),
          ilike(account.displayName, containsPattern(of.key)),
          eq(account.creditCode, of.key.toUpperCase()),
          eq(account.claimedCode, of.key.toUpperCase()),
          eq(account.phoneHash, encryption.hash(plainMobile(of.key))),
        )
      : undefined,
  )!
}

export const memberAccountsHandlers = {
  'GET /staff/account/list': async (ctx, asked) => {
    const where = whereOf(ctx, asked)
    const [rows, total] = await Promise.all([
      ctx.db.select().from(account).where(where).orderBy(desc(account.id)).limit(asked.pageSize).offset(offset(asked)),
      countOf(ctx.db, sql`select 1 from ${account} where ${where}`),
    ])
    return toPage(
      rows.map(row => toRow(ctx, row)),
      total,
      asked,
    )
  },
  'GET /staff/account/export': async (ctx, filter) => {
    const { key: _, ...told } = filter
    const where = whereOf(ctx, filter)
    const detail = { ...told, rows: await ctx.db.$count(account, where) }
    await record(ctx, { action: 'account.export', objectType: 'account', detail })
    const rows = inBatches<Account>(after =>
      ctx.db
        .select()
        .from(account)
        .where(and(where, after && lt(account.id, after.id)))
        .orderBy(desc(account.id)),
    )
    return sendWorkbook('会员账号', { name: '会员账号', columns: columns(ctx), rows })
  },
  'GET /staff/account/detail': async (ctx, { id }) => {
    const [of] = await ctx.db
      .select()
      .from(account)
      .where(and(eq(account.id, id), ne(account.kind, 'staff')))
    if (!of) throw notFound('没有这个会员账号')
    return {
      ...toRow(ctx, of),
      version: of.version,
      email: of.email && maskEmail(of.email),
      creditCode: of.creditCode,
      claimedCode: of.claimedCode,
      organisationId: of.organisationId,
      personId: of.personId,
      passwordChangedAt: iso(of.passwordChangedAt),
      mustReset: of.passwordHash === NO_PASSWORD,
      sessions: await readSessions(ctx, id),
      history: await readHistory(ctx, id),
    }
  },
} satisfies Partial<Handlers<Endpoints>>

/** The query leaves staff out. */
const kindOf = ({ kind }: Account) => kind as keyof typeof kindNames
const phoneOf = ({ encryption }: Ctx, { phoneSealed }: Account) =>
  phoneSealed ? maskMobile(encryption.decrypt(phoneSealed)) : null

const toRow = (ctx: Ctx, of: Account) => ({
  id: of.id,
  userName: of.userName,
  displayName: of.displayName,
  kind: kindOf(of),
  kindName: kindNames[kindOf(of)],
  status: of.status,
  statusName: accountStates[of.status],
  phone: phoneOf(ctx, of),
  createdAt: iso(of.createdAt),
  lastSignedInAt: of.lastSignedInAt && iso(of.lastSignedInAt),
})

const columns = (ctx: Ctx): Column<Account>[] => [
  { title: '用户名', width: 20, value: ({ userName }) => userName },
  { title: '单位或姓名', width: 36, value: ({ displayName }) => displayName },
  { title: '类型', value: of => kindNames[kindOf(of)] },
  { title: '状态', value: ({ status }) => accountStates[status] },
  { title: '手机（部分）', value: of => phoneOf(ctx, of) },
  { title: '最近登录', width: 18, value: ({ lastSignedInAt: at }) => at && minute(iso(at)) },
  { title: '注册于', width: 18, value: ({ createdAt }) => minute(iso(createdAt)) },
]

async function readSessions({ db, now, config }: Ctx, accountId: number) {
  const ago = (time: number) => new Date(now.getTime() - time)
  const isLive = and(
    isNull(session.endedAt),
    gt(session.seenAt, ago(config.limits.sessionIdle)),
    gt(session.createdAt, ago(config.limits.session)),
  )
  const rows = await db
    .select()
    .from(session)
    .where(and(eq(session.accountId, accountId), isLive))
    .orderBy(desc(session.seenAt), desc(session.id))
  return rows.map(({ id, userAgent, address, createdAt, seenAt }) => ({
    id,
    device: deviceOf(userAgent),
    address: address ?? '',
    createdAt: iso(createdAt),
    seenAt: iso(seenAt),
  }))
}

/** Audit actions shown in the history: changes of who may sign in and how. Sign-ins are listed separately. */
const HISTORY_ACTIONS = ['disable', 'enable', 'endSessions', 'startReset', 'changePassword', 'changePhone']

async function readHistory({ db }: Ctx, accountId: number) {
  const about = and(eq(auditEvent.objectType, 'account'), eq(auditEvent.objectId, accountId))
  const actions = HISTORY_ACTIONS.map(action => `account.${action}`)
  const rows = await db
    .select()
    .from(auditEvent)
    .where(and(about, inArray(auditEvent.action, actions)))
    .orderBy(desc(auditEvent.id))
    .limit(100)
  return rows.map(({ id, action, actorName, detail, at }) => ({
    id,
    actionName: actionName(action),
    actorName,
    at: iso(at),
    reason: typeof detail.reason === 'string' ? detail.reason : '',
  }))
}
