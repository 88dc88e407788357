import { isNotNull, type SQL, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import { referredFiles } from '#modules/files/server/references.ts'
import { releaseFiles } from '#modules/files/server/releasing.ts'
import { file } from '#modules/files/server/tables.ts'
import { writeSetting } from '#modules/settings/server/settings.ts'
import { endTrial } from '#modules/settings/server/trial.ts'
import { obstaclesToGoLive } from './obstacles.ts'
import { countTrialKinds, goes } from './trialKinds.ts'
import { lockTrial } from './trialOrder.ts'
import { type Removed, trialTables } from './trialTables.ts'

type Db = Pick<Ctx, 'db'>
/** `isEmptied`: a row that stays refers to nothing where what it referred to goes. */
type ForeignKey = { table: string; column: string; parent: string; parentColumn: string; isEmptied: boolean }

/** Longest wait in ms for people who are writing at this moment; then nothing is done. */
const LOCK_TIMEOUT_MS = 20_000

/**
 * 正式上线: removes what was tried, in one transaction. Answers false where it was called off or done meanwhile. The order
 * is locked, and every table of which rows go: nothing is written between counting and removing. Its statements take long:
 * `ctx` is on a pool that lets them (`withPatientDb`).
 */
export const goLive = (ctx: Ctx, backup: string): Promise<boolean> =>
  inTransaction(ctx, async tx => {
    await tx.db.execute(sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`))
    const trial = await lockTrial(tx)
    if (!trial?.order) return false
    const { by, removed } = trial.order as { by: string; removed: Removed }
    await tx.db.execute(
      sql`lock table ${names(Object.keys(trialTables).filter(isAffected))} in share row exclusive mode`,
    )
    const [obstacle] = await obstaclesToGoLive(tx)
    if (obstacle) throw conflict(obstacle.text)
    const counted = await countTrialKinds(tx, 'removed', removed)
    const { rows } = await tx.db.execute<{ last: number }>(
      sql`select coalesce(max(id), 0)::int as last from application`,
    )
    const files = await referredFiles(tx, await attachedFiles(tx))
    await removeTrialRows(tx, removed)
    await releaseFiles(tx, [...files])
    await endTrial(tx)
    await beginNumbersAnew(tx)
    const at = iso(tx.now)
    await writeSetting(tx, 'goLive', { at, by, backup, lastTrialApplication: rows[0]!.last })
    const detail = { by, backupBefore: backup, cleared: counted.map(({ name, count }) => `${name} ${count}`) }
    await record(tx, { action: 'site.goLive', objectType: 'site', objectName: '正式上线', detail })
    return true
  })

const attachedFiles = async ({ db }: Db): Promise<number[]> =>
  (await db.select({ id: file.id }).from(file).where(isNotNull(file.attachedAt))).map(({ id }) => id)

const isAffected = (table: string) => trialTables[table] !== 'kept'
const names = (tables: readonly string[]) =>
  sql.join(
    tables.map(table => sql.identifier(table)),
    sql`, `,
  )
const doomed = (table: string) => sql.identifier(`doomed_${table}`)

/** Condition of the rows that go; of those that follow a rule the ids, chosen once before the first row goes. */
const isDoomed = (table: string): SQL =>
  typeof trialTables[table] === 'function' ? sql`id in (select id from ${doomed(table)})` : goes(table, [])

async function removeTrialRows(ctx: Db, removed: Removed): Promise<void> {
  for (const [table, fate] of Object.entries(trialTables))
    if (typeof fate === 'function')
      await ctx.db.execute(sql`
        create temporary table ${doomed(table)} on commit drop as
        select id from ${sql.identifier(table)} where ${fate(removed)}`)
  await restoreWhatStays(ctx)
  const keys = await readForeignKeys(ctx)
  for (const table of childrenFirst(keys)) {
    if (trialTables[table] === 'follows') await removeFollowers(ctx, table, keys)
    else await removeRows(ctx, table, keys)
  }
}

/** Foreign keys to tables of which rows go. */
async function readForeignKeys({ db }: Db): Promise<ForeignKey[]> {
  const { rows } = await db.execute<ForeignKey>(sql`
    select child.relname as table, column_of.attname as column, parent.relname as parent,
      parent_column.attname as "parentColumn", not column_of.attnotnull and confdeltype <> 'c' as "isEmptied"
    from pg_constraint
    join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    join pg_attribute column_of on column_of.attrelid = conrelid and column_of.attnum = conkey[1]
    join pg_attribute parent_column on parent_column.attrelid = confrelid and parent_column.attnum = confkey[1]
    where contype = 'f' and conrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`)
  return rows.filter(({ parent }) => isAffected(parent))
}

/** Affected tables, each after those that refer to it. */
function childrenFirst(keys: readonly ForeignKey[]): string[] {
  const order: string[] = []
  const visit = (table: string) => {
    if (order.includes(table) || !isAffected(table)) return
    for (const key of keys) if (key.parent === table && key.table !== table) visit(key.table)
    order.push(table)
  }
  for (const table of Object.keys(trialTables)) visit(table)
  return order
}

const refersToDoomed = ({ column, parent, parentColumn }: ForeignKey) =>
  sql`${sql.identifier(column)} in (select ${sql.identifier(parentColumn)} from ${sql.identifier(parent)} where ${isDoomed(parent)})`

async function removeFollowers({ db }: Db, table: string, keys: readonly ForeignKey[]): Promise<void> {
  for (const key of keys)
    if (key.table === table && !key.isEmptied && trialTables[key.parent] !== 'follows')
      await db.execute(sql`delete from ${sql.identifier(table)} where ${refersToDoomed(key)}`)
}

/** Removes the rows of a table that go; what stays and refers to them refers to nothing. */
async function removeRows({ db }: Db, table: string, keys: readonly ForeignKey[]): Promise<void> {
  for (const key of keys)
    if (key.parent === table && key.isEmptied)
      await db.execute(sql`
        update ${sql.identifier(key.table)} set ${sql.identifier(key.column)} = null where ${refersToDoomed(key)}`)
  await db.execute(sql`delete from ${sql.identifier(table)} where ${isDoomed(table)}`)
}

/** Takes back what trying has changed in records that stay: a certificate that was renewed, a year that was paid. */
async function restoreWhatStays({ db }: Db): Promise<void> {
  const renewed = sql`
    select replaces_id from certificate
    where ${isDoomed('certificate')} and replaces_id is not null and replaces_id not in (select id from ${doomed('certificate')})`
  await db.execute(sql`delete from certificate_event where kind = 'replaced' and certificate_id in (${renewed})`)
  await db.execute(sql`update certificate set status = 'valid' where status = 'replaced' and id in (${renewed})`)
  await db.execute(sql`
    update member set fee_paid_year = first_fee.year - 1
    from (select member_id, min(year) as year from member_fee group by member_id) first_fee
    where first_fee.member_id = member.id and member.fee_paid_year >= first_fee.year`)
}

/** Series begin at 1, or behind the highest number of a member or certificate that stays. */
async function beginNumbersAnew({ db }: Db): Promise<void> {
  await db.execute(sql`
    insert into number_series (prefix, last)
    select part[1], max(part[2]::int)
    from (select number from member union all select number from certificate) kept,
      lateral regexp_match(kept.number, '^(.+)-(\\d{1,9})$') part
    where part is not null group by part[1]`)
}
