import { type SQL, sql } from 'drizzle-orm'
import { offset, toPage } from '#lib/paging.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Removed, trialTables } from './trialTables.ts'

/** A kind of record as the screen counts and lists it; `stays`: it is shown among what a go-live keeps, too. */
type TrialKind = { code: string; name: string; table: string; title: SQL; route?: string; stays?: true; of?: SQL }

/** Those that people know, in the order of the screen. The rest goes and stays with them. */
const kinds: TrialKind[] = [
  {
    code: 'accounts',
    name: '会员账号',
    table: 'account',
    title: sql`user_name || coalesce('（' || nullif(display_name, '') || '）', '')`,
    route: '/staff/accounts/',
  },
  {
    code: 'applications',
    name: '申请（含没有提交的）',
    table: 'application',
    title: sql`coalesce(number, '未提交') || ' ' || title`,
    route: '/staff/review/',
  },
  { code: 'members', name: '会员', table: 'member', title: sql`number`, route: '/staff/members/', stays: true },
  {
    code: 'organisations',
    name: '单位',
    table: 'organisation',
    title: sql`name`,
    route: '/staff/organisations/',
    stays: true,
  },
  { code: 'persons', name: '人员', table: 'person', title: sql`name`, route: '/staff/persons/', stays: true },
  {
    code: 'certificates',
    name: '证书',
    table: 'certificate',
    title: sql`number || ' ' || holder_name`,
    route: '/staff/certificates/',
    stays: true,
  },
  { code: 'courses', name: '培训班', table: 'course', title: sql`title`, route: '/staff/courses/', stays: true },
  {
    code: 'registrations',
    name: '培训报名',
    table: 'registration',
    title: sql`number || ' ' || organisation_name`,
    route: '/staff/registrations/',
  },
  {
    code: 'awardCalls',
    name: '奖励申报通知',
    table: 'award_call',
    title: sql`title`,
    route: '/staff/award-calls/',
    stays: true,
  },
  {
    code: 'awardEntries',
    name: '申报的奖励项目',
    table: 'award_entry',
    title: sql`name`,
    route: '/staff/award-entries/',
  },
  {
    code: 'winners',
    name: '获奖项目',
    table: 'award_winner',
    title: sql`year || ' ' || name`,
    route: '/staff/award-winners/',
    stays: true,
  },
  { code: 'experts', name: '专家', table: 'expert', title: sql`name`, route: '/staff/experts/', stays: true },
  { code: 'meetings', name: '会议', table: 'meeting', title: sql`title`, route: '/staff/meetings/' },
  { code: 'notices', name: '公示', table: 'public_notice', title: sql`title`, route: '/staff/notices/' },
  {
    code: 'receivables',
    name: '应收款项',
    table: 'receivable',
    title: sql`about || ' ' || debtor`,
    route: '/staff/receivables/',
  },
  {
    code: 'payments',
    name: '到账',
    table: 'payment',
    title: sql`paid_on || ' ' || amount || ' 元 ' || payer`,
    route: '/staff/received/',
  },
  { code: 'receipts', name: '收据', table: 'receipt', title: sql`number || ' ' || payer`, route: '/staff/receipts/' },
  {
    code: 'letters',
    name: '缴费通知书、催缴函',
    table: 'payment_letter',
    title: sql`number || ' ' || payer`,
    route: '/staff/letters/',
  },
  { code: 'statements', name: '银行流水', table: 'bank_statement', title: sql`file_name`, route: '/staff/statements/' },
  {
    code: 'adverts',
    name: '会员广告',
    table: 'advert',
    title: sql`coalesce(number, '') || ' ' || title`,
    route: '/staff/adverts/',
  },
  {
    code: 'complaints',
    name: '投诉举报、个人信息请求',
    table: 'complaint',
    title: sql`number || ' ' || topic`,
    route: '/staff/complaints/',
  },
  { code: 'ballots', name: '投票', table: 'ballot', title: sql`title`, route: '/staff/ballots/' },
  { code: 'surveys', name: '问卷与答卷', table: 'survey', title: sql`title`, route: '/staff/surveys/' },
  { code: 'handovers', name: '联系人变更', table: 'handover', title: sql`org_name`, route: '/staff/handovers/' },
  { code: 'invitations', name: '开通邀请', table: 'invitation', title: sql`addressee` },
  { code: 'messages', name: '站内消息', table: 'message', title: sql`title` },
  { code: 'outbox', name: '短信、邮件与微信消息', table: 'outbox', title: sql`to_masked || ' ' || subject` },
  {
    code: 'staff',
    name: '工作人员账号',
    table: 'account',
    title: sql`user_name || '（' || display_name || '）'`,
    stays: true,
  },
  { code: 'articles', name: '文章', table: 'article', title: sql`title`, route: '/staff/articles/', stays: true },
  { code: 'columns', name: '栏目', table: 'catalogue', title: sql`name`, stays: true },
]

export const trialKindCodes = kinds.map(({ code }) => code)

type Side = 'removed' | 'kept'

/** Condition of the rows of a table that go. */
export function goes(table: string, removed: Removed): SQL {
  const fate = trialTables[table]!
  if (typeof fate === 'function') return fate(removed)
  return fate === 'removed' ? sql`true` : sql`false`
}

const rowsOf = ({ table }: TrialKind, side: Side, removed: Removed) =>
  side === 'removed' ? goes(table, removed) : sql`not coalesce((${goes(table, removed)}), false)`

const isShown = ({ code, stays }: TrialKind, side: Side) =>
  side === 'kept' ? stays === true : !KEPT_ONLY.includes(code)
const KEPT_ONLY = ['staff', 'articles', 'columns']

/** How many of each kind go, or stay; kinds without any are left out. */
export async function countTrialKinds({ db }: Pick<Ctx, 'db'>, side: Side, removed: Removed) {
  const counted: { code: string; name: string; count: number }[] = []
  for (const kind of kinds.filter(kind => isShown(kind, side))) {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(kind.table)} where ${rowsOf(kind, side, removed)}`,
    )
    if (rows[0]!.count > 0) counted.push({ code: kind.code, name: kind.name, count: rows[0]!.count })
  }
  return counted
}

type Asked = { code: string; side: Side; removed: Removed; pageNum: number; pageSize: number }

/** Exactly the rows that a count names, a page of them. */
export async function listTrialKind({ db }: Pick<Ctx, 'db'>, { code, side, removed, ...asked }: Asked) {
  const kind = kinds.find(kind => kind.code === code)!
  const from = sql`from ${sql.identifier(kind.table)} where ${rowsOf(kind, side, removed)}`
  const { rows: counted } = await db.execute<{ count: number }>(sql`select count(*)::int as count ${from}`)
  const { rows } = await db.execute<{ id: number; title: string | null }>(
    sql`select id, ${kind.title} as title ${from} order by id desc limit ${asked.pageSize} offset ${offset(asked)}`,
  )
  const list = rows.map(({ id, title }) => ({
    id,
    title: title?.trim() || '未命名',
    route: kind.route ? `${kind.route}${id}` : null,
  }))
  return toPage(list, counted[0]!.count, asked)
}
