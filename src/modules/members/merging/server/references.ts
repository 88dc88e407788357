import { sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'

type Db = Pick<Ctx, 'db'>
export type Reference = { table: string; column: string }

/** What hangs on an organisation alone, and is neither moved nor in the way. */
const OWN = ['organisation_contact', 'moved_organisation']

/** Chinese names of what refers to an organisation; `tab`: where it stands in the way of removing it. */
const names: Record<string, string> = {
  account: '账号',
  advert: '广告',
  application: '申请',
  appointment: '任职',
  award_entry: '申报的奖励项目',
  certificate: '证书',
  complaint: '投诉举报',
  election_candidate: '选举候选人',
  election_voter: '选举人名册',
  employment: '任职经历',
  invitation: '开通邀请',
  meeting_seat: '会议席位',
  mailing_contact: '群发记录',
  member: '会员身份',
  organisation_note: '备注',
  payment: '到账',
  person: '在职人员',
  qualification_shortfall: '条件预警',
  receivable: '应收款项',
  registration: '培训报名',
  survey_respondent: '问卷名单',
  statistics_reporter: '统计填报单位',
}
export const nameOfTable = (table: string): string => names[table] ?? '其他记录'

/**
 * Every column that holds the id of an organisation: all foreign keys, and every column `organisation_id` without one. A
 * table that is added later takes part by itself.
 */
export async function organisationColumns({ db }: Db): Promise<Reference[]> {
  const { rows } = await db.execute<Reference>(sql`
    select conrelid::regclass::text as table, attname as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'organisation'::regclass
    union
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_name = 'organisation_id' and data_type = 'integer'
    order by 1`)
  return rows
}

/** How many rows of each table refer to the organisation, apart from what is a part of it. */
export async function countReferences(ctx: Db, id: number): Promise<{ table: string; count: number }[]> {
  const counted: { table: string; count: number }[] = []
  for (const { table, column } of await organisationColumns(ctx)) {
    if (OWN.includes(table)) continue
    const { rows } = await ctx.db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(table)} where ${sql.identifier(column)} = ${id}`,
    )
    if (rows[0]!.count > 0) counted.push({ table, count: rows[0]!.count })
  }
  return counted
}
