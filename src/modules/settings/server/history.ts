import { and, desc, eq, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { limitToPage, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { valueName } from '#modules/audit/server/auditWords.ts'
import { type NamedEvent, withNames } from '#modules/audit/server/names.ts'
import { restoreFormer } from '#modules/audit/server/restore.ts'
import { restorableOf } from '#modules/audit/server/restoring.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { type recordContract, siteObjects } from '../records.ts'
import type { staffSettingsContract } from '../staffContract.ts'

type Endpoints = typeof staffSettingsContract

const acts: Record<string, string> = { add: '新增', change: '修改', move: '调整', remove: '删除', restore: '恢复' }

export const historyHandlers = {
  /** Changes by staff to the public site, newest first. */
  'GET /staff/site/history': readHistory,
  /**
   * Restores like the audit log, for these record types only; later changes are overwritten, since the screen shows
   * them.
   */
  'POST /staff/site/restore': async (ctx, { id }) => {
    const [line] = await ctx.db.select().from(auditEvent).where(eq(auditEvent.id, id))
    if (!siteObjects.safeParse(line?.objectType).success) throw notFound('没有这条修改记录')
    await restoreFormer(ctx, { id, overwrite: true })
    return {}
  },
} satisfies Partial<Handlers<Endpoints>>

/** The same for the records of one type, of whoever keeps them. */
export const recordHistoryHandlers = {
  'GET /staff/record/history': (ctx, { type, ...asked }) => readHistory(ctx, { objectType: type, ...asked }),
  'POST /staff/record/restore': async (ctx, { type, id }) => {
    const [line] = await ctx.db.select().from(auditEvent).where(eq(auditEvent.id, id))
    if (line?.objectType !== type) throw notFound('没有这条修改记录')
    await restoreFormer(ctx, { id, overwrite: true })
    return {}
  },
} satisfies Partial<Handlers<ReturnType<typeof recordContract>>>

type HistoryQuery = { objectType: string; objectId?: number | undefined; pageNum: number; pageSize: number }

async function readHistory(ctx: Ctx, { objectType, objectId, ...paging }: HistoryQuery) {
  const where = and(
    eq(auditEvent.objectType, objectType),
    objectId === undefined ? undefined : eq(auditEvent.objectId, objectId),
  )
  const { db } = ctx
  const rows = await limitToPage(paging, db.select().from(auditEvent).where(where).orderBy(desc(auditEvent.id)))
  const counted = await countOf(db, sql`select 1 from ${auditEvent} where ${where}`)
  return toPage((await withNames(ctx, rows)).map(lineOf), counted, paging)
}

const lineOf = (line: NamedEvent) => ({
  id: line.id,
  at: iso(line.at),
  actorName: line.actor,
  objectName: line.objectName,
  act: acts[line.action.split('.').at(-1)!] ?? '操作',
  changes: Object.keys(line.after ?? line.before ?? {}).map(name => ({
    name,
    before: line.before && valueName(line.before[name]),
    after: valueName(line.after?.[name]),
  })),
  canRestore: isChange(line),
})

const isChange = ({ objectType, before, after }: NamedEvent) =>
  before !== null && after !== null && restorableOf(objectType) !== undefined
