import { and, asc, eq, inArray, lt, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { conflict, forbidden, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName, byPinyin } from '#lib/server/registers/registerColumns.ts'
import { type Permission, permissions } from '#modules/accounts/permissions.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { record } from '#modules/audit/server/record.ts'
import { batchFilters } from '../batchFilters.ts'
import type { staffImportsContract } from '../staffContract.ts'
import { type BatchState, HEARTBEAT_TIMEOUT_MS, stateNames, stateOf } from '../states.ts'
import type { Batch } from './batchWork.ts'
import { allKinds, findKind, type ImportKind } from './importKinds.ts'
import { importBatch } from './tables.ts'

type Endpoints = typeof staffImportsContract

const mayUse = (ctx: Ctx, { permission }: ImportKind) => signedInActor(ctx).permissions.includes(permission)

/**
 * Finds an import kind. Requires the permission of its register: an import must not write what the user may not edit
 * record by record.
 */
export function kindFor(ctx: Ctx, of: string): ImportKind {
  const kind = findKind(of)
  if (!kind) throw notFound('没有这种可以导入的数据')
  if (mayUse(ctx, kind)) return kind
  throw forbidden(`导入和导出${kind.name}还需要“${permissions[kind.permission as Permission]}”的权限`)
}

export async function findBatch(ctx: Ctx, id: number): Promise<Batch> {
  const [found] = await ctx.db.select().from(importBatch).where(eq(importBatch.id, id))
  if (!found) throw notFound('没有这个导入批次')
  kindFor(ctx, found.kind)
  return found
}

export async function creatorFields(ctx: Ctx) {
  const { accountId } = signedInActor(ctx)
  const [self] = await ctx.db.select({ name: account.displayName }).from(account).where(eq(account.id, accountId))
  return { createdBy: accountId, createdByName: self!.name, createdAt: ctx.now }
}

const nameOfKind = (kind: string) => findKind(kind)?.name ?? kind

/** Batches of the kinds that the user may import. */
const batchRegister = defineRegister({
  name: '导入批次',
  views: { code: 'importBatch', permission: 'staff:imports' },
  filters: batchFilters,
  from: importBatch,
  id: importBatch.id,
  newest: importBatch.id,
  within: ctx => {
    const allowed = allKinds().filter(kind => mayUse(ctx, kind))
    return inArray(
      importBatch.kind,
      allowed.map(({ kind }) => kind),
    )
  },
  where: {
    kind: importBatch.kind,
    status: (status, { now }) => isIn(status, now),
  },
  read: ({ db }, ids) => db.select().from(importBatch).where(inArray(importBatch.id, ids)),
  row: toRow,
  columns: {
    id: { heading: '编号', value: of => String(of.id), sort: importBatch.id, indexed: true, isFigure: true },
    kindName: { heading: '数据', value: of => nameOfKind(of.kind), nowrap: true, sort: importBatch.kind },
    fileName: { heading: '文件', width: 40, value: of => of.fileName, sort: byPinyin(importBatch.fileName) },
    statusName: {
      heading: '状态',
      value: (of, { now }) => stateNames[stateOf(of, now)],
      nowrap: true,
      sort: importBatch.state,
    },
    rows: { heading: '行数', value: of => of.rows, sort: importBatch.rows, isFigure: true },
    added: { heading: '新增', value: of => of.added, sort: importBatch.added, isFigure: true },
    changed: { heading: '修改', value: of => of.changed, sort: importBatch.changed, isFigure: true },
    same: { heading: '无变化', value: of => of.same, sort: importBatch.same, isFigure: true },
    bad: { heading: '有问题', value: of => of.bad, sort: importBatch.bad, isFigure: true },
    createdBy: {
      heading: '经办人',
      value: of => of.createdByName,
      sort: byName(importBatch.createdByName),
      nowrap: true,
    },
    createTime: {
      heading: '时间',
      width: 28,
      value: of => iso(of.createdAt),
      sort: importBatch.createdAt,
      nowrap: true,
    },
  },
  listed: ['fileName', 'kindName', 'statusName', 'rows', 'bad', 'createdBy', 'createTime'],
})

export const batchesHandlers = {
  'GET /staff/import/kinds': async ctx =>
    Promise.all(
      allKinds().map(async kind => ({
        kind: kind.kind,
        name: kind.name,
        policy: kind.policy,
        takesZip: kind.takesZip ?? false,
        hasPersonal: kind.personal !== undefined,
        may: mayUse(ctx, kind),
        permissionName: permissions[kind.permission as Permission],
        columns: (await kind.columns(ctx)).map(({ label, required = false, hint = '' }) => ({
          name: label,
          required,
          hint,
        })),
      })),
    ),
  'GET /staff/import/list': (ctx, asked) => batchRegister.list(ctx, asked),
  'GET /staff/import/list/export': (ctx, asked) =>
    exportRegister(ctx, batchRegister, asked, {
      action: 'import.export',
      objectType: 'import_batch',
      objectName: '导入批次',
    }),
  'GET /staff/import/item': async (ctx, { id }) => {
    const batch = await findBatch(ctx, id)
    const status = stateOf(batch, ctx.now)
    const isIdle = status !== 'parsing' && status !== 'running'
    const { progress, notes, reason, wholeOnly, checkedAt, fileId, writtenAt, found } = batch
    const { policy, finish } = findKind(batch.kind)!
    return {
      ...toRow(batch, ctx),
      progress: Math.min(progress, batch.rows || progress),
      finishing: finish && status === 'running' && progress > batch.rows ? finish.name : null,
      finished: Math.max(0, progress - batch.rows),
      notes,
      reason,
      wholeOnly,
      found: found ?? null,
      canChoose: ['checked', 'cancelled', 'failed'].includes(status) && writtenAt === null && fileId !== null,
      policy,
      canStart: isIdle && !['done', 'undone'].includes(status) && checkedAt !== null && fileId !== null,
      canUndo: status === 'done' && fileId !== null,
      hasFile: fileId !== null,
      writeTime: writtenAt && iso(writtenAt),
      family: (await familyOf(ctx, batch)).map(one => ({ ...toRow(one, ctx) })),
    }
  },
  'POST /staff/import/cancel': async (ctx, { id }) => {
    const batch = await findBatch(ctx, id)
    const ended = conflict('已经结束，不能取消；已导入的批次可以撤销')
    if (!['parsing', 'running'].includes(batch.state)) throw ended
    await ctx.db.transaction(async tx => {
      const objectName = `${findKind(batch.kind)!.name}：${batch.fileName}`
      await record(
        { ...ctx, db: tx },
        { action: 'import.cancel', objectType: 'import_batch', objectId: id, objectName },
      )
      // Waits for an import that is just being completed, and then finds it done.
      const [asked] = await tx
        .update(importBatch)
        .set({ cancelAsked: true })
        .where(and(eq(importBatch.id, id), inArray(importBatch.state, ['parsing', 'running'])))
        .returning({ id: importBatch.id })
      if (!asked) throw ended
    })
    return {}
  },
} satisfies Partial<Handlers<Endpoints>>

/** `stateOf` as SQL. */
function isIn(status: BatchState, now: Date): SQL {
  const isSilent = lt(importBatch.heartbeat, new Date(now.getTime() - HEARTBEAT_TIMEOUT_MS))
  const isAtWork = inArray(importBatch.state, ['parsing', 'running'])
  if (status === 'interrupted') return and(isAtWork, isSilent)!
  return and(
    eq(importBatch.state, status),
    or(notInArray(importBatch.state, ['parsing', 'running']), sql`not ${isSilent}`),
  )!
}

function toRow(batch: Batch, { now }: Pick<Ctx, 'now'>) {
  const { id, kind, fileName, rows, added, changed, same, bad, createdByName, createdAt } = batch
  const status = stateOf(batch, now)
  return {
    id,
    kind,
    kindName: nameOfKind(kind),
    fileName,
    rows,
    added,
    changed,
    same,
    bad,
    status,
    statusName: stateNames[status],
    createdBy: createdByName,
    createTime: iso(createdAt),
  }
}

/** Returns all batches of one chain of corrections, from the first upload to the last corrected file. */
async function familyOf({ db }: Ctx, { id }: Batch): Promise<Batch[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive up as (
      select id, follows_id from import_batch where id = ${id}
      union select b.id, b.follows_id from import_batch b join up on b.id = up.follows_id
    ), family as (
      select id from up where follows_id is null
      union select b.id from import_batch b join family on b.follows_id = family.id
    ) select id from family limit 50`)
  if (rows.length < 2) return []
  const ids = rows.map(row => row.id)
  return db.select().from(importBatch).where(inArray(importBatch.id, ids)).orderBy(asc(importBatch.id))
}
