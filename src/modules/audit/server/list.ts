import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { addDays, iso, minute, startOf } from '#lib/dates.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { pageOf } from '#lib/server/database/newest.ts'
import { toQuery } from '#lib/server/search/words.ts'
import { inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import type { staffAuditContract } from '../staffContract.ts'
import { actionName, fieldName, groupName, headings, objectTypeName, routeOf, valueName } from './auditWords.ts'
import { record } from './record.ts'
import { auditEvent } from './tables.ts'

type Endpoints = typeof staffAuditContract
type Filters = Parsed<Endpoints['GET /staff/audit/export']>
export type Event = typeof auditEvent.$inferSelect

export const listHandlers = {
  'GET /staff/audit/list': async (ctx, asked) => {
    const sought = { from: auditEvent, id: auditEvent.id, at: auditEvent.at, where: whereOf(asked) }
    const page = { limit: asked.pageSize, skip: offset(asked) }
    const { total, ids } = await pageOf(ctx.db, { ...sought, matches: matchesOf(asked) }, page)
    return toPage(await readRows(ctx, ids), total, asked)
  },
  'GET /staff/audit/options': async () => ({
    groups: headings().map(({ code, name }) => ({ code, name })),
  }),
  /** Exports all matching lines, newest first; the export itself is recorded. */
  'GET /staff/audit/export': async (ctx, asked) => {
    const where = and(whereOf(asked), matchesOf(asked))
    const count = await ctx.db.$count(auditEvent, where)
    const detail = { filters: Object.entries(asked).flat().map(String), rows: count }
    await record(ctx, { action: 'audit.export', detail })
    const rows = inBatches<Event>(async after =>
      ctx.db
        .select()
        .from(auditEvent)
        .where(and(where, after && sql`(${auditEvent.at}, ${auditEvent.id}) < (${after.at}::timestamptz, ${after.id})`))
        .orderBy(desc(auditEvent.at), desc(auditEvent.id))
        .limit(1000),
    )
    return sendWorkbook('审计日志', { name: '审计日志', columns, rows })
  },
} satisfies Partial<Handlers<Endpoints>>

const columns = [
  { title: '编号', value: (row: Event) => String(row.id) },
  { title: '时间', width: 18, value: (row: Event) => minute(iso(row.at)) },
  { title: '操作人', value: (row: Event) => row.actorName },
  { title: '类别', value: (row: Event) => groupName(row.action) },
  { title: '操作', width: 20, value: (row: Event) => actionName(row.action) },
  { title: '对象', value: (row: Event) => objectTypeName(row.objectType) },
  { title: '对象名称', width: 30, value: (row: Event) => nameOf(row) },
  { title: '修改前', width: 40, value: (row: Event) => describeValues(row.before) },
  { title: '修改后', width: 40, value: (row: Event) => describeValues(row.after) },
  { title: '其他内容', width: 40, value: (row: Event) => describeValues(row.detail) },
  { title: '来源地址', value: (row: Event) => row.address },
  { title: '设备', width: 20, value: (row: Event) => row.device },
  { title: '校验链编号', value: (row: Event) => (row.sealNo === null ? '' : String(row.sealNo)) },
  { title: '校验值（SM3）', width: 68, value: (row: Event) => row.hash },
]

const describeValues = (values: Record<string, unknown> | null) =>
  Object.entries(values ?? {})
    .map(([field, value]) => `${fieldName(field)}：${valueName(value)}`)
    .join('；')

function whereOf({ from, to, actor, group, objectType, objectId, address }: Filters): SQL {
  return and(
    sql`true`,
    from ? gte(auditEvent.at, startOf(from)) : undefined,
    to ? lt(auditEvent.at, startOf(addDays(to, 1))) : undefined,
    actor ? eq(auditEvent.actorName, actor) : undefined,
    group ? isUnder(group) : undefined,
    objectType ? eq(auditEvent.objectType, objectType) : undefined,
    objectId ? eq(auditEvent.objectId, objectId) : undefined,
    address ? eq(auditEvent.address, address) : undefined,
  )!
}

/** A heading stands for all of its groups. */
function isUnder(code: string): SQL {
  const groups = headings().find(one => one.groups.includes(code))?.groups ?? [code]
  return sql`split_part(${auditEvent.action}, '.', 1) = any(${sql.param(groups)}::text[])`
}

/** Words that hold neither letter nor digit find nothing. */
function matchesOf({ words }: Filters): SQL | undefined {
  if (!words) return undefined
  const query = toQuery(words)
  return query ? sql`${auditEvent.words} @@ ${query}::tsquery` : sql`false`
}

async function readRows({ db }: Ctx, ids: number[]) {
  const rows = await db.select().from(auditEvent).where(inArray(auditEvent.id, ids))
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? []).map(lineOf)
}

/** Objects without a name are shown by number. */
const nameOf = ({ objectName, objectId }: Event) => objectName || (objectId === null ? '' : `编号 ${objectId}`)

/** A line as a list shows it. */
export const lineOf = (row: Event) => ({
  id: row.id,
  at: iso(row.at),
  actorName: row.actorName,
  address: row.address,
  device: row.device,
  actionName: actionName(row.action),
  groupName: groupName(row.action),
  objectTypeName: objectTypeName(row.objectType),
  objectName: nameOf(row),
  route: routeOf(row.objectType, row.objectId),
  isSealed: row.sealNo !== null,
})
