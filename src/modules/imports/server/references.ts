import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Ctx } from '#lib/server/api/context.ts'

/** Chinese names of records that refer to others. */
const names: Record<string, string> = {
  account: '账号',
  advert: '广告',
  annual_reminder: '年度报告提醒',
  appointment: '接替的任职',
  application: '申请',
  article_draft: '修改稿',
  article_version: '修改记录',
  attendance: '考勤',
  certificate: '证书',
  certificate_event: '证书的变更记录',
  employment: '任职经历',
  exam_result: '成绩',
  expiry_reminder: '到期提醒',
  handover: '联系人变更',
  member: '会员身份',
  member_fee: '会费',
  member_style: '会员风采',
  organisation_contact: '联系人',
  participant: '培训学员',
  person: '人员',
  qualification_case: '能力评价申请',
  qualification_shortfall: '条件预警',
  registration: '培训报名',
  study_hours: '继续教育学时',
}

type Reference = { table: string; column: string }

/**
 * Finds which of these records are referenced, and by what: through all foreign keys in the database, so that no module
 * has to be asked, and through columns without a foreign key. `own`: tables whose rows are parts of the record.
 */
export async function findReferences(
  { db }: Pick<Ctx, 'db'>,
  table: PgTable,
  ids: readonly number[],
  { own = [], also = [] }: { own?: readonly string[]; also?: readonly Reference[] } = {},
): Promise<Map<number, string>> {
  const { rows: keys } = await db.execute<Reference>(sql`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${getTableName(table)}::regclass`)
  const found = new Map<number, string>()
  for (const key of [...keys, ...also]) {
    if (own.includes(key.table)) continue
    const column = sql.identifier(key.column)
    const { rows } = await db.execute<{ id: number }>(
      sql`select distinct ${column} as id from ${sql.identifier(key.table)} where ${column} = any(${sql.param([...ids])}::int[])`,
    )
    for (const { id } of rows) found.set(id, names[key.table] ?? '其他记录')
  }
  return found
}
