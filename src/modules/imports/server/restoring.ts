import { type AnyColumn, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Obstacle, WrittenRow } from './importKinds.ts'
import { findReferences } from './references.ts'

type Register = PgTable & { id: AnyColumn; updatedAt: AnyColumn }
type Options = Parameters<typeof findReferences>[3] & {
  /** Done before rows go: what hangs on them alone. */
  clear?: (ids: number[]) => Promise<unknown>
}

/** The columns of a record that are about to change, as they are; `restoreRows` puts them back. */
export const formerValues = <Row extends { updatedAt: Date }>(row: Row, changes: object): Record<string, unknown> =>
  Object.fromEntries(['updatedAt', ...Object.keys(changes)].map(name => [name, row[name as keyof Row]]))

/** Undoes rows of a register: what was created goes, what was changed is as before. Nothing where somebody has come after. */
export async function restoreRows(
  ctx: Ctx,
  table: Register,
  rows: WrittenRow[],
  writtenAt: Date,
  { clear, ...references }: Options = {},
): Promise<Obstacle[]> {
  const { db } = ctx
  const ids = rows.map(({ objectId }) => objectId)
  const current = (await db.select().from(table).where(inArray(table.id, ids)).for('update')) as Current[]
  const byId = new Map(current.map(row => [row.id, row]))
  const created = rows.flatMap(({ objectId, before }) => (before ? [] : objectId))
  const used = await findReferences(ctx, table, created, references)
  const obstacles = rows.flatMap(({ row, objectId }) => {
    const why = whyNot(byId.get(objectId), writtenAt, used.get(objectId))
    return why ? [{ row, why }] : []
  })
  if (obstacles.length > 0) return obstacles
  await clear?.(created)
  await db.delete(table).where(inArray(table.id, created))
  for (const { objectId, before } of rows)
    if (before) await db.update(table).set(revived(table, before)).where(eq(table.id, objectId))
  return []
}

type Current = { id: number; updatedAt: Date }

function whyNot(row: Current | undefined, writtenAt: Date, use: string | undefined): string | undefined {
  if (!row) return '记录已被删除'
  if (row.updatedAt.getTime() !== writtenAt.getTime()) return '导入之后又有修改'
  return use && `已有${use}与它关联`
}

/** JSON knows no moments. */
function revived<Table extends Register>(table: Table, before: Record<string, unknown>) {
  const columns = getTableColumns(table) as Record<string, AnyColumn>
  return Object.fromEntries(
    Object.entries(before).map(([name, value]) => [
      name,
      columns[name]!.dataType === 'date' && typeof value === 'string' ? new Date(value) : value,
    ]),
  ) as PgUpdateSetSource<Table>
}
