import { and, desc, eq, gt, gte, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { addDays, iso, minute, startOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { plainMobile } from '#lib/form/phone.ts'
import { maskEmail, maskMobile } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { deviceOf } from '#lib/server/api/devices.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName } from '#lib/server/registers/registerColumns.ts'
import { NO_PASSWORD } from '#modules/accounts/colleagues/server/colleagues.ts'
import type { Account } from '#modules/accounts/server/sessions.ts'
import { account, session } from '#modules/accounts/server/tables.ts'
import { actionName } from '#modules/audit/server/auditWords.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { withNames } from '#modules/audit/server/names.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { accountKindNames, accountStates, memberAccountFilters } from '../../memberAccountFilters.ts'
import type { memberAccountContract } from '../contract.ts'

type Endpoints = typeof memberAccountContract
/** The query leaves staff out. */
const kindOf = ({ kind }: Account) => kind as keyof typeof accountKindNames

const toRow = ({ encryption }: Ctx, of: Account) => ({
  id: of.id,
  userName: of.userName,
  displayName: of.displayName,
  kind: kindOf(of),
  kindName: accountKindNames[kindOf(of)],
  status: of.status,
  statusName: accountStates[of.status],
  phone: of.phoneSealed && maskMobile(encryption.decrypt(of.phoneSealed)),
  createdAt: iso(of.createdAt),
  lastSignedInAt: of.lastSignedInAt && iso(of.lastSignedInAt),
})

/** 会员账号: accounts of members, without those of the staff. */
const memberAccountRegister = defineRegister({
  name: '会员账号',
  // The key may be a phone, so saved views do not keep it.
  views: { code: 'account', permission: 'staff:accounts', unkept: ['key'] },
  filters: memberAccountFilters,
  from: sql`(select * from ${account} where ${account.kind} <> 'staff') ${account}`,
  id: account.id,
  newest: account.id,
  where: {
    key: (key, { encryption }) =>
      or(
        containsWords(account.userName, key),
        containsWords(account.displayName, key),
        eq(account.creditCode, key.toUpperCase()),
        eq(account.claimedCode, key.toUpperCase()),
        eq(account.phoneHash, encryption.hash(plainMobile(key))),
      ),
    kind: account.kind,
    status: account.status,
    seenFrom: day => gte(account.lastSignedInAt, startOf(day)),
    seenTo: day => lt(account.lastSignedInAt, startOf(addDays(day, 1))),
  },
  read: async (ctx, ids) => {
    const rows = await ctx.db.select().from(account).where(inArray(account.id, ids))
    return rows.map(row => toRow(ctx, row))
  },
  row: of => of,
  columns: {
    userName: { heading: '用户名', width: 20, value: of => of.userName, sort: account.userName },
    displayName: { heading: '单位或姓名', width: 36, value: of => of.displayName, sort: byName(account.displayName) },
    kindName: { heading: '类型', value: of => of.kindName, nowrap: true, sort: account.kind },
    statusName: { heading: '状态', value: of => of.statusName, nowrap: true, sort: account.status },
    phone: { heading: '手机（部分）', value: of => of.phone, empty: '未登记', nowrap: true },
    lastSignedInAt: {
      heading: '最近登录',
      width: 18,
      value: of => of.lastSignedInAt && minute(of.lastSignedInAt),
      empty: '从未',
      sort: sql`coalesce(${account.lastSignedInAt}, '-infinity')`,
      nowrap: true,
    },
    createdAt: {
      heading: '注册于',
      width: 18,
      value: of => minute(of.createdAt),
      sort: account.createdAt,
      nowrap: true,
    },
  },
  listed: ['userName', 'displayName', 'kindName', 'phone', 'lastSignedInAt', 'statusName'],
})

export const memberAccountsHandlers = {
  'GET /staff/account/list': (ctx, asked) => memberAccountRegister.list(ctx, asked),
  'GET /staff/account/export': (ctx, asked) =>
    exportRegister(ctx, memberAccountRegister, asked, { action: 'account.export', objectType: 'account' }),
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

async function readHistory(ctx: Ctx, accountId: number) {
  const about = and(eq(auditEvent.objectType, 'account'), eq(auditEvent.objectId, accountId))
  const actions = HISTORY_ACTIONS.map(action => `account.${action}`)
  const rows = await ctx.db
    .select()
    .from(auditEvent)
    .where(and(about, inArray(auditEvent.action, actions)))
    .orderBy(desc(auditEvent.id))
    .limit(100)
  return (await withNames(ctx, rows)).map(({ id, action, actor, detail, at }) => ({
    id,
    actionName: actionName(action),
    actorName: actor,
    at: iso(at),
    reason: typeof detail.reason === 'string' ? detail.reason : '',
  }))
}
