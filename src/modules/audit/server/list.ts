import { eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { addDays, iso, minute, startOf } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { toQuery } from '#lib/server/search/words.ts'
import { auditFilters } from '../auditFilters.ts'
import type { staffAuditContract } from '../staffContract.ts'
import { actionName, fieldName, groupName, headings, objectTypeName, routeOf, valueName } from './auditWords.ts'
import { type NamedEvent, withNames } from './names.ts'
import { record } from './record.ts'
import { auditEvent } from './tables.ts'

type Endpoints = typeof staffAuditContract

/** 审计日志: who did what, when and from where. */
const auditRegister = defineRegister({
  name: '审计日志',
  // Search texts may be personal data, so saved views do not keep them.
  views: { code: 'audit', permission: 'staff:audit', unkept: ['words'] },
  filters: auditFilters,
  from: auditEvent,
  id: auditEvent.id,
  newest: auditEvent.at,
  where: {
    from: day => gte(auditEvent.at, startOf(day)),
    to: day => lt(auditEvent.at, startOf(addDays(day, 1))),
    actor: name => isBy(name),
    group: isUnder,
    words: matchesWords,
    address: auditEvent.address,
    objectType: auditEvent.objectType,
    objectId: auditEvent.objectId,
  },
  read: async (ctx, ids) => withNames(ctx, await ctx.db.select().from(auditEvent).where(inArray(auditEvent.id, ids))),
  row: (of: NamedEvent) => lineOf(of),
  columns: {
    id: { heading: '编号', value: of => String(of.id), nowrap: true },
    at: {
      heading: '时间',
      width: 18,
      value: of => minute(iso(of.at)),
      sort: auditEvent.at,
      indexed: true,
      nowrap: true,
    },
    actorName: { heading: '操作人', value: of => of.actor },
    groupName: { heading: '类别', value: of => groupName(of.action) },
    actionName: { heading: '操作', width: 20, value: of => actionName(of.action) },
    objectTypeName: { heading: '对象', value: of => objectTypeName(of.objectType) },
    objectName: { heading: '对象名称', width: 30, value: nameOf },
    before: { heading: '修改前', width: 40, value: of => describeValues(of.before) },
    after: { heading: '修改后', width: 40, value: of => describeValues(of.after) },
    detail: { heading: '其他内容', width: 40, value: of => describeValues(of.detail) },
    address: { heading: '来源地址', value: of => of.address, empty: '程序' },
    device: { heading: '设备', width: 20, value: of => of.device },
    userName: { heading: '操作账号', value: of => of.actorName },
    sealNo: { heading: '校验链编号', value: of => (of.sealNo === null ? '' : String(of.sealNo)) },
    hash: { heading: '校验值（SM3）', width: 68, value: of => of.hash },
  },
  listed: ['at', 'actorName', 'actionName', 'objectTypeName', 'objectName', 'address', 'device'],
})

export const listHandlers = {
  'GET /staff/audit/list': (ctx, asked) => auditRegister.list(ctx, asked),
  'GET /staff/audit/options': async () => ({
    groups: headings().map(({ code, name }) => ({ code, name })),
  }),
  /** Exports all matching lines, newest first; the export itself is recorded, with what was searched for. */
  'GET /staff/audit/export': async (ctx, asked) => {
    const detail = { filters: Object.entries(asked).flat().map(String), rows: await auditRegister.count(ctx, asked) }
    await record(ctx, { action: 'audit.export', detail })
    return auditRegister.export(ctx, asked)
  },
} satisfies Partial<Handlers<Endpoints>>

function describeValues(values: Record<string, unknown> | null) {
  return Object.entries(values ?? {})
    .map(([field, value]) => `${fieldName(field)}：${valueName(value)}`)
    .join('；')
}

/** By the whole user name or name of the person. Accounts belong to a later module: their table is named in words. */
const isBy = (name: string) =>
  or(
    eq(auditEvent.actorName, name),
    sql`${auditEvent.actorId} in (select id from account where display_name = ${name})`,
  )

/** A heading stands for all of its groups. */
function isUnder(code: string): SQL {
  const groups = headings().find(one => one.groups.includes(code))?.groups ?? [code]
  return sql`split_part(${auditEvent.action}, '.', 1) = any(${sql.param(groups)}::text[])`
}

/** Words that hold neither letter nor digit find nothing. */
function matchesWords(words: string): SQL {
  const query = toQuery(words)
  return query ? sql`${auditEvent.words} @@ ${query}::tsquery` : sql`false`
}

/** Objects without a name are shown by number. */
function nameOf({ objectName, objectId }: NamedEvent) {
  return objectName || (objectId === null ? '' : `编号 ${objectId}`)
}

/** A line as a list shows it. */
export const lineOf = (row: NamedEvent) => ({
  id: row.id,
  at: iso(row.at),
  actorName: row.actor,
  userName: row.actorName,
  address: row.address,
  device: row.device,
  actionName: actionName(row.action),
  groupName: groupName(row.action),
  objectTypeName: objectTypeName(row.objectType),
  objectName: nameOf(row),
  route: routeOf(row.objectType, row.objectId),
  isSealed: row.sealNo !== null,
})
