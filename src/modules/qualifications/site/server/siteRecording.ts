import { and, eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { advanceApplication } from '#modules/review/server/steps.ts'
import { conclusionNames, MAX_RECTIFICATION_DAYS } from '../../siteReview.ts'
import type { siteContract } from '../siteContract.ts'
import { actedOn, lockSite } from './siteArranging.ts'
import { membersOf } from './siteDetail.ts'
import type { Site } from './siteReviews.ts'
import { nonconformity, siteFinding, siteReview } from './tables.ts'

type Recording = (typeof siteContract)['POST /staff/qualification/site/record']
type Given = Parsed<Recording>

/** Saves the record as far as it is filled in; on conclusion, advances the application. */
export const recordSite = (ctx: Ctx, given: Given): Promise<Output<Recording>> =>
  inTransaction(ctx, async tx => {
    const site = await lockSite(tx, given, { action: 'pass', from: ['onSite'] })
    const isWhole = given.action === 'conclude'
    const findings = await writeFindings(tx, site, given)
    if (isWhole) await checkConclusion(tx, site, given, findings)
    await writeNonconformities(tx, site, given)
    await attachNew(tx, site, given.fileIds)
    const actorName = await ownName(tx)
    const version = await writeReview(tx, site, {
      conclusion: given.conclusion ?? null,
      summary: given.summary,
      fileIds: given.fileIds,
      actorName,
      ...(isWhole && { state: given.conclusion === 'afterRectification' ? 'recorded' : 'closed', recordedAt: ctx.now }),
    })
    await recordChange(tx, {
      action: isWhole ? 'siteReview.conclude' : 'siteReview.save',
      objectType: 'site_review',
      objectId: site.review!.id,
      objectName: site.about.title,
      before: { conclusion: site.review!.conclusion, summary: site.review!.summary, version: site.review!.version },
      after: { conclusion: given.conclusion, summary: given.summary, version, ...countsOf(given) },
    })
    const moved = isWhole ? await advanceApplication(tx, site.about, stepOf(given, actorName)) : site.about
    return actedOn(moved, version)
  })

const countsOf = ({ nonconformities, fileIds }: Given) => ({
  nonconformities: nonconformities.length,
  files: fileIds.length,
})

type Finding = typeof siteFinding.$inferSelect

/** Answers the whole checklist as it is now. */
async function writeFindings({ db }: Ctx, { review }: Site, { findings }: Given): Promise<Finding[]> {
  const reviewId = review!.id
  for (const { place, result = null, remark } of findings)
    await db
      .update(siteFinding)
      .set({ result, remark })
      .where(and(eq(siteFinding.reviewId, reviewId), eq(siteFinding.place, place)))
  return db.select().from(siteFinding).where(eq(siteFinding.reviewId, reviewId)).orderBy(siteFinding.place)
}

/** Replaces the list with the one sent last, until the review is concluded. Default due date: the maximum. */
async function writeNonconformities({ db, now }: Ctx, { review }: Site, { nonconformities }: Given) {
  const reviewId = review!.id
  const dueOn = addDays(dayOf(now), MAX_RECTIFICATION_DAYS)
  await db.delete(nonconformity).where(eq(nonconformity.reviewId, reviewId))
  if (nonconformities.length)
    await db.insert(nonconformity).values(nonconformities.map((one, i) => ({ dueOn, ...one, reviewId, place: i + 1 })))
}

/** Attaches only new files: a user need not own what a colleague has uploaded. */
async function attachNew(ctx: Ctx, { review }: Site, fileIds: readonly number[]) {
  await attachFiles(
    ctx,
    fileIds.filter(id => !review!.fileIds.includes(id)),
  )
}

export async function writeReview(ctx: Ctx, { review }: Site, changes: Partial<typeof siteReview.$inferInsert>) {
  const version = review!.version + 1
  await ctx.db
    .update(siteReview)
    .set({ ...changes, version, updatedAt: ctx.now })
    .where(eq(siteReview.id, review!.id))
  return version
}

/** A conclusion stands on a record that is whole, signed and in agreement with itself. */
async function checkConclusion(ctx: Ctx, { review }: Site, given: Given, findings: readonly Finding[]) {
  const today = dayOf(ctx.now)
  const faults: Record<string, string> = {}
  if (review!.plannedOn > today) faults.conclusion = `评审日期是 ${review!.plannedOn}，当天起才能提交结论`
  for (const { place, result, remark } of findings) {
    if (!result) faults[`finding-${place}`] = '请选择检查结果'
    else if (result === 'fails' && !remark) faults[`finding-${place}`] = '不符合的，请写明情况'
  }
  for (const [i, one] of given.nonconformities.entries()) {
    const at = `nonconformities.${i}`
    if (!one.clause) faults[`${at}.clause`] = '请填写条款'
    if (!one.description) faults[`${at}.description`] = '请填写不符合的事实'
    // A negative conclusion ends the application, so corrections need no due date.
    if (given.conclusion !== 'notRecommended') Object.assign(faults, dueFault(`${at}.dueOn`, one.dueOn ?? '', today))
  }
  const unsigned = (await membersOf(ctx, review!.id)).filter(({ of }) => !of.declaredOn)
  if (unsigned.length) faults.declared = `${unsigned.map(({ name }) => name).join('、')}尚未签署回避声明`
  if (!given.conclusion) faults.conclusion ??= '请选择结论'
  else faults.conclusion ??= contradictionOf(given, findings)
  if (!given.summary) faults.summary = '请填写评审综述，申请人会看到'
  if (given.fileIds.length === 0) faults.fileIds = '请上传评审组签字的评审记录'
  const wrong = Object.entries(faults).filter(([, fault]) => fault)
  if (wrong.length) throw invalid(`有 ${wrong.length} 处需要更正，结论没有提交`, Object.fromEntries(wrong))
}

function contradictionOf({ conclusion, nonconformities }: Given, findings: readonly Finding[]): string {
  const hasFailed = findings.some(({ result }) => result === 'fails')
  if (conclusion === 'recommended' && (hasFailed || nonconformities.length))
    return '有不符合的条款或不符合项时，结论应为“整改后推荐”或“不推荐”'
  if (conclusion === 'afterRectification' && nonconformities.length === 0) return '“整改后推荐”至少要有一个不符合项'
  return ''
}

/** Later than today, and no longer than the rules allow. */
export function dueFault(name: string, dueOn: string, today: string): Record<string, string> {
  const last = addDays(today, MAX_RECTIFICATION_DAYS)
  if (dueOn > today && dueOn <= last) return {}
  return { [name]: `整改期限应在明天到 ${last} 之间（最长 ${MAX_RECTIFICATION_DAYS} 天）` }
}

function stepOf({ conclusion, summary, nonconformities }: Given, actorName: string) {
  const by = { by: 'staff' as const, actorName }
  const opinion = `现场评审结论：${conclusionNames[conclusion!]}。${summary}`
  if (conclusion === 'recommended') return { ...by, action: 'pass' as const, opinion }
  const isOver = conclusion === 'notRecommended'
  const remarks = nonconformities.map(({ clause, description, dueOn }, i) => ({
    label: `不符合项 ${i + 1}（${clause}）`,
    text: isOver ? description : `${description}（整改期限 ${dueOn}）`,
  }))
  if (isOver) return { ...by, action: 'reject' as const, opinion, remarks }
  const dueOn = nonconformities
    .map(one => one.dueOn)
    .toSorted()
    .at(-1)!
  return { ...by, action: 'demand' as const, opinion, remarks, dueOn }
}

export const siteRecordingHandlers = {
  'POST /staff/qualification/site/record': recordSite,
} satisfies Partial<Handlers<typeof siteContract>>
