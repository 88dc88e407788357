import type { Contract, Key } from '#lib/contract.ts'
import type { Page } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signed } from '#lib/server/api/context.ts'
import { staffAdvertsHandlers } from '#modules/adverts/server/staffHandlers.ts'
import { staffAdvertsContract } from '#modules/adverts/staffContract.ts'
import { staffAwardsHandlers } from '#modules/awards/server/staffHandlers.ts'
import { staffAwardsContract } from '#modules/awards/staffContract.ts'
import { staffCertificatesHandlers } from '#modules/certificates/server/staffHandlers.ts'
import { staffCertificatesContract } from '#modules/certificates/staffContract.ts'
import { staffContentHandlers } from '#modules/content/server/staffHandlers.ts'
import { staffContentContract } from '#modules/content/staffContract.ts'
import { staffImportsHandlers } from '#modules/imports/server/staffHandlers.ts'
import { staffImportsContract } from '#modules/imports/staffContract.ts'
import { staffMembersHandlers } from '#modules/members/server/staffHandlers.ts'
import { staffMembersContract } from '#modules/members/staffContract.ts'
import { staffMembershipHandlers } from '#modules/membership/server/staffHandlers.ts'
import { staffMembershipContract } from '#modules/membership/staffContract.ts'
import { staffMessagesHandlers } from '#modules/messages/server/staffHandlers.ts'
import { staffMessagesContract } from '#modules/messages/staffContract.ts'
import { staffReviewHandlers } from '#modules/review/server/staffHandlers.ts'
import { staffReviewContract } from '#modules/review/staffContract.ts'
import { staffTrainingHandlers } from '#modules/training/server/staffHandlers.ts'
import { staffTrainingContract } from '#modules/training/staffContract.ts'

/** The very list of a screen: what is counted here is what stands there, and by the same filters in the address. */
type List = { screen: string; read: (ctx: Ctx, filters: Filters) => Promise<Page<unknown>> }
type Filters = Record<string, string>

function listOf<C extends Contract>(screen: string, contract: C, handlers: Handlers<C>, key: keyof C & Key): List {
  const read = (ctx: Ctx, filters: Filters) => {
    const asked = contract[key]!.input.parse({ ...filters, pageSize: 1 })
    return handlers[key](ctx, asked as never) as Promise<Page<unknown>>
  }
  return { screen, read }
}

const queue = listOf('/staff/review', staffReviewContract, staffReviewHandlers, 'GET /staff/review/list')
const notices = listOf('/staff/notices', staffReviewContract, staffReviewHandlers, 'GET /staff/notice/list')
const fees = listOf('/staff/fees', staffMembershipContract, staffMembershipHandlers, 'GET /staff/fee/list')
const articles = listOf('/staff/articles', staffContentContract, staffContentHandlers, 'GET /staff/article/list')
const outbox = listOf('/staff/outbox', staffMessagesContract, staffMessagesHandlers, 'GET /staff/outbox/list')
const imports = listOf('/staff/imports', staffImportsContract, staffImportsHandlers, 'GET /staff/import/list')
const handovers = listOf('/staff/handovers', staffMembersContract, staffMembersHandlers, 'GET /staff/handover/list')
const registrations = listOf(
  '/staff/registrations',
  staffTrainingContract,
  staffTrainingHandlers,
  'GET /staff/training/registrations',
)
const invoices = listOf('/staff/invoices', staffTrainingContract, staffTrainingHandlers, 'GET /staff/training/invoices')
const adverts = listOf('/staff/adverts', staffAdvertsContract, staffAdvertsHandlers, 'GET /staff/adverts')
const certificates = listOf(
  '/staff/certificates',
  staffCertificatesContract,
  staffCertificatesHandlers,
  'GET /staff/certificate/list',
)

const rounds = listOf('/staff/award-rounds', staffAwardsContract, staffAwardsHandlers, 'GET /staff/award/round/list')
const winners = listOf('/staff/award-winners', staffAwardsContract, staffAwardsHandlers, 'GET /staff/award-winner/list')

type Task = { code: string; name: string; may: `staff:${string}`; of: List; filters: Filters; isUrgent?: boolean }

/** What may wait for somebody of the staff, the most pressing first. */
const tasks: readonly Task[] = [
  {
    code: 'overdue',
    name: '超过办理时限的申请',
    may: 'staff:applications',
    isUrgent: true,
    of: queue,
    filters: { status: 'mine', overdue: '1' },
  },
  {
    code: 'held',
    name: '有异议待核查的公示',
    may: 'staff:decide',
    isUrgent: true,
    of: notices,
    filters: { state: 'held' },
  },
  { code: 'submitted', name: '待初审', may: 'staff:review', of: queue, filters: { status: 'submitted' } },
  { code: 'checking', name: '待复审', may: 'staff:review', of: queue, filters: { status: 'checking' } },
  { code: 'deciding', name: '待审议', may: 'staff:decide', of: queue, filters: { status: 'deciding' } },
  { code: 'paying', name: '缴费待确认', may: 'staff:finance', of: queue, filters: { status: 'paying' } },
  { code: 'claimed', name: '会费凭证待确认', may: 'staff:finance', of: fees, filters: { state: 'claimed' } },
  {
    code: 'enrolments',
    name: '待审核的培训报名',
    may: 'staff:training',
    of: registrations,
    filters: { status: 'submitted' },
  },
  {
    code: 'refunds',
    name: '待退的培训费',
    may: 'staff:finance',
    of: registrations,
    filters: { status: 'refundDue' },
  },
  { code: 'awardRounds', name: '评分中的奖励评审', may: 'staff:awards', of: rounds, filters: { state: 'open' } },
  { code: 'winners', name: '待公布的获奖项目', may: 'staff:awards', of: winners, filters: { state: 'unpublished' } },
  { code: 'invoices', name: '待开的发票', may: 'staff:finance', of: invoices, filters: { state: 'requested' } },
  { code: 'advertInvoices', name: '待开的广告发票', may: 'staff:finance', of: adverts, filters: { invoice: 'due' } },
  {
    code: 'mine',
    name: '分给我办理的申请',
    may: 'staff:review',
    of: queue,
    filters: { status: 'open', assignee: 'me' },
  },
  {
    code: 'handovers',
    name: '联系人变更待核对',
    may: 'staff:members',
    of: handovers,
    filters: { status: 'submitted' },
  },
  { code: 'review', name: '文章待审核', may: 'staff:publish', of: articles, filters: { status: 'review' } },
  {
    code: 'returned',
    name: '退回我修改的文章',
    may: 'staff:content',
    of: articles,
    filters: { status: 'returned', mine: '1' },
  },
  { code: 'drafts', name: '我的草稿', may: 'staff:content', of: articles, filters: { status: 'draft', mine: '1' } },
  {
    code: 'expiring',
    name: '即将到期的证书',
    may: 'staff:certificates',
    of: certificates,
    filters: { status: 'expiring' },
  },
  {
    code: 'failed',
    name: '没有发出的短信与邮件',
    may: 'staff:messages',
    isUrgent: true,
    of: outbox,
    filters: { state: 'failed' },
  },
  {
    code: 'interrupted',
    name: '中断的导入',
    may: 'staff:imports',
    isUrgent: true,
    of: imports,
    filters: { status: 'interrupted' },
  },
]

/** One after the other: the workbench is opened often, and leaves connections to who works. */
export async function listTasks(ctx: Ctx) {
  const { permissions } = signed(ctx)
  const listed: { code: string; name: string; count: number; more: boolean; isUrgent: boolean; route: string }[] = []
  for (const { code, name, may, of, filters, isUrgent = false } of tasks) {
    if (!permissions.includes(may)) continue
    const { total, more = false } = await of.read(ctx, filters)
    listed.push({ code, name, count: total, more, isUrgent, route: `${of.screen}?${new URLSearchParams(filters)}` })
  }
  return listed
}
