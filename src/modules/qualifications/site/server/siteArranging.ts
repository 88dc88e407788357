import { and, eq, inArray } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf, iso, minute } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { conflictsOf, employersOf } from '#modules/experts/server/conflicts.ts'
import type { Expert } from '#modules/experts/server/experts.ts'
import { expert } from '#modules/experts/server/tables.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import type { Clause } from '#modules/qualifications/server/tables.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { refuseApplicationOutside } from '#modules/review/server/provinces.ts'
import { advanceApplication, applicationConflict, lockApplication } from '#modules/review/server/steps.ts'
import { type Action, nameOfState, type State } from '#modules/review/workflow.ts'
import type { siteContract } from '../siteContract.ts'
import { judgedOf, membersOf } from './siteDetail.ts'
import { findSite, type Site } from './siteReviews.ts'
import { siteFinding, siteReview, siteReviewer } from './tables.ts'

const arranged = defineTemplate({
  code: 'site.expertArranged',
  group: '单位资质',
  name: '现场评审安排（致专家）',
  title: '现场评审安排',
  content: '',
  smsOnly: true,
  mandatory: true,
  sms: '{专家}专家，请您参加“{单位}”的现场评审，时间 {评审日期}，地点 {评审地点}。须回避或不能参加的，请尽快与协会联系。',
  placeholders: {
    专家: '周海燕',
    单位: '示例机电有限公司',
    评审日期: '2026-12-08 起 2 天',
    评审地点: '北京市朝阳区演示路 28 号',
  },
})

type Plan = { plannedOn: string; days: number; place: string }

/** Sends SMS to experts with a known number; experts have no inbox. */
async function notifyExperts(
  ctx: Ctx,
  { about }: { about: { title: string } },
  { plannedOn, days, place }: Plan,
  experts: ReadonlyMap<number, Expert>,
): Promise<void> {
  const plan = { 单位: about.title, 评审日期: days > 1 ? `${plannedOn} 起 ${days} 天` : plannedOn, 评审地点: place }
  for (const { name, mobileSealed } of experts.values()) {
    if (!mobileSealed) continue
    const { title, sms } = await renderTemplate(ctx, arranged.code, { ...plan, 专家: name })
    if (sms) await queue(ctx, { channel: 'sms', to: ctx.encryption.decrypt(mobileSealed), subject: title, sms })
  }
}

type Endpoints = typeof siteContract
type Arrange = Endpoints['POST /staff/qualification/site/arrange']
type Declare = Endpoints['POST /staff/qualification/site/declare']
type Review = NonNullable<Site['review']>

/** The application, locked, in a state in which this can be done, and its review as whoever asks has seen it. */
export async function lockSite(
  ctx: Ctx,
  { id, version }: { id: number; version: number },
  { action, from }: { action: Action; from: readonly State[] },
): Promise<Site> {
  await findSite(ctx, id)
  await refuseApplicationOutside(ctx, 'staff:review', id)
  const about = await lockApplication(ctx, id)
  const site = await findSite(ctx, id)
  if (!from.includes(about.state)) throw await applicationConflict(ctx, about, action)
  if ((site.review?.version ?? 0) !== version) throw changedMeanwhile(site.review)
  return site
}

const changedMeanwhile = (review: Review | null) =>
  conflict(
    review
      ? `已由 ${review.actorName} 于 ${minute(iso(review.updatedAt))} 修改，请刷新后核对，再决定怎样修改`
      : '内容刚刚有变化，请刷新后再试',
  )

export const actedOn = ({ id, state }: Application, version: number) => ({
  id,
  version,
  status: state,
  statusName: nameOfState(state),
})

/** Assigns experts and date. A new arrangement is announced again; signed declarations stay valid. */
export const arrangeSite = (ctx: Ctx, given: Parsed<Arrange>): Promise<Output<Arrange>> =>
  inTransaction(ctx, async tx => {
    const site = await lockSite(tx, given, { action: 'arrange', from: ['awaitingSite', 'onSite'] })
    if (given.plannedOn < dayOf(ctx.now)) throw invalid('评审日期不能早于今天', { plannedOn: '不能早于今天' })
    const experts = await checkExperts(tx, site, given.experts)
    const before = await planOf(tx, site.review)
    const actorName = await ownName(tx)
    const review = await writePlan(tx, site, given, actorName)
    await writeGroup(tx, review.id, given.experts)
    await writeChecklist(tx, review.id, site.kind.checklist)
    const moved = await advanceApplication(tx, site.about, {
      action: 'arrange',
      by: 'staff',
      actorName,
      remarks: factsOf(given, experts),
    })
    await notifyExperts(tx, site, given, experts)
    await recordChange(tx, {
      action: 'siteReview.arrange',
      objectType: 'site_review',
      objectId: review.id,
      objectName: site.about.title,
      before,
      after: await planOf(tx, review),
    })
    return actedOn(moved, review.version)
  })

type Chosen = Parsed<Arrange>['experts']

/** Checks the chosen experts: all active, none with a conflict of interest, exactly one leader. */
async function checkExperts(ctx: Ctx, site: Site, chosen: Chosen): Promise<Map<number, Expert>> {
  const ids = chosen.map(({ expertId }) => expertId)
  const found = await ctx.db.select().from(expert).where(inArray(expert.id, ids))
  const experts = new Map(found.map(of => [of.id, of]))
  if (new Set(ids).size !== ids.length || experts.size !== ids.length)
    throw invalid('评审组中有重复或不存在的专家，请重新选择', { experts: '请重新选择' })
  const leaders = chosen.filter(({ role }) => role === 'leader')
  if (leaders.length !== 1) throw invalid('评审组须恰有一名组长', { experts: '请指定一名组长' })
  const leader = experts.get(leaders[0]!.expertId)!
  if (!leader.mayLead) throw invalid(`${leader.name}不能担任组长`, { [`expert-${leader.id}`]: '不能担任组长' })
  const gone = found.find(({ isActive }) => !isActive)
  if (gone) throw invalid(`${gone.name}已不在聘`, { [`expert-${gone.id}`]: '已不在聘' })
  const conflicts = await conflictsOf(ctx, ids, judgedOf(site))
  const tied = [...conflicts].map(([id, sentences]) => [id, sentences.join('；')] as const)
  if (tied.length)
    throw invalid(
      `须回避，不能安排：${tied.map(([id, sentence]) => `${experts.get(id)!.name}（${sentence}）`).join('、')}`,
      Object.fromEntries(tied.map(([id, sentence]) => [`expert-${id}`, sentence])),
    )
  return experts
}

async function writePlan(ctx: Ctx, { about, review }: Site, given: Parsed<Arrange>, actorName: string) {
  const { plannedOn, days, place, observer, note } = given
  const plan = { plannedOn, days, place, observer, note, actorName, updatedAt: ctx.now }
  const [written] = review
    ? await ctx.db
        .update(siteReview)
        .set({ ...plan, version: review.version + 1 })
        .where(eq(siteReview.id, review.id))
        .returning()
    : await ctx.db
        .insert(siteReview)
        .values({ ...plan, applicationId: about.id, createdAt: ctx.now })
        .returning()
  return written!
}

async function writeGroup(ctx: Ctx, reviewId: number, chosen: Chosen) {
  const known = new Map((await membersOf(ctx, reviewId)).map(({ of }) => [of.expertId, of.declaredOn]))
  const employers = await employersOf(
    ctx,
    chosen.map(({ expertId }) => expertId),
  )
  await ctx.db.delete(siteReviewer).where(eq(siteReviewer.reviewId, reviewId))
  await ctx.db.insert(siteReviewer).values(
    chosen.map(({ expertId, role }) => ({
      reviewId,
      expertId,
      role,
      employers: employers.get(expertId) ?? [],
      declaredOn: known.get(expertId) ?? null,
    })),
  )
}

/** Copies the kind's current checklist, unless somebody has begun to fill it in. */
async function writeChecklist({ db }: Ctx, reviewId: number, checklist: readonly Clause[]) {
  const known = await db.select().from(siteFinding).where(eq(siteFinding.reviewId, reviewId))
  if (known.some(({ result, remark }) => result || remark)) return
  await db.delete(siteFinding).where(eq(siteFinding.reviewId, reviewId))
  if (checklist.length)
    await db
      .insert(siteFinding)
      .values(checklist.map(({ clause, content }, i) => ({ reviewId, place: i + 1, clause, content })))
}

function factsOf(
  { plannedOn, days, place, observer, note, experts: chosen }: Parsed<Arrange>,
  experts: Map<number, Expert>,
) {
  const names = chosen
    .toSorted((a, b) => Number(b.role === 'leader') - Number(a.role === 'leader'))
    .map(({ expertId, role }) => `${experts.get(expertId)!.name}${role === 'leader' ? '（组长）' : ''}`)
  const facts = [
    ['评审日期', days > 1 ? `${plannedOn} 起 ${days} 天` : plannedOn],
    ['评审地点', place],
    ['评审组', names.join('、')],
    ['观察员', observer],
    ['请准备', note],
  ] as const
  return facts.flatMap(([label, text]) => (text ? { label, text } : []))
}

async function planOf(ctx: Ctx, review: Review | null): Promise<Record<string, unknown>> {
  if (!review) return {}
  const { plannedOn, days, place, observer, note } = review
  const members = await membersOf(ctx, review.id)
  const group = members.map(({ name, of }) => (of.role === 'leader' ? `${name}（组长）` : name)).join('、')
  return { plannedOn, days, place, observer, note, group }
}

/** The signed 回避声明 has come; it lets nobody's half-filled record go stale. */
export const declare = (ctx: Ctx, { id, expertId, declared }: Parsed<Declare>): Promise<Output<Declare>> =>
  inTransaction(ctx, async tx => {
    await findSite(tx, id)
    await refuseApplicationOutside(tx, 'staff:review', id)
    await lockApplication(tx, id)
    const { about, review } = await findSite(tx, id)
    if (about.state !== 'onSite') throw await applicationConflict(tx, about, 'arrange')
    const declaredOn = declared ? dayOf(ctx.now) : null
    const [changed] = await tx.db
      .update(siteReviewer)
      .set({ declaredOn })
      .where(and(eq(siteReviewer.reviewId, review!.id), eq(siteReviewer.expertId, expertId)))
      .returning()
    if (!changed) throw notFound('评审组中没有这位专家')
    await record(tx, {
      action: 'siteReview.declare',
      objectType: 'site_review',
      objectId: review!.id,
      objectName: about.title,
      detail: { expertId, declaredOn },
    })
    return { declaredOn }
  })

export const siteArrangingHandlers = {
  'POST /staff/qualification/site/arrange': arrangeSite,
  'POST /staff/qualification/site/declare': declare,
} satisfies Partial<Handlers<Endpoints>>
