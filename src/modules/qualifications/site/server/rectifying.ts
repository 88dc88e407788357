import { and, eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, nameOfActor, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { applicationTypeNames } from '#modules/qualifications/applicationTypes.ts'
import { ownApplication } from '#modules/review/server/applications.ts'
import { advanceApplication, applicationConflict, lockApplication } from '#modules/review/server/steps.ts'
import { nameOfState } from '#modules/review/workflow.ts'
import type { rectifyContract } from '../rectifyContract.ts'
import { nonconformitiesOf, readNonconformities } from './siteDetail.ts'
import { writeReview } from './siteRecording.ts'
import { readSites, type Site } from './siteReviews.ts'
import { nonconformity, siteReview } from './tables.ts'

type Endpoints = typeof rectifyContract
type Show = Endpoints['GET /qualification/rectification']
type Rectify = Endpoints['POST /qualification/rectify']

/** Returns the nonconformities of the caller's own review; before it is concluded they are visible to staff only. */
export async function showRectification(ctx: Ctx, { id }: Parsed<Show>): Promise<Output<Show>> {
  const { about, of, kind, review } = await ownSite(ctx, id)
  const list = review?.recordedAt ? await nonconformitiesOf(ctx, review.id) : []
  const editable = about.state === 'rectifying'
  return {
    id,
    applyNo: about.number,
    applyTypeName: applicationTypeNames[of.type],
    childName: kind.name,
    status: about.state,
    statusName: nameOfState(about.state),
    version: review?.version ?? 0,
    editable,
    reviewedOn: review?.plannedOn ?? null,
    summary: review?.recordedAt ? review.summary : '',
    deadline: editable ? about.dueOn : null,
    list: list.map(({ verifiedOn: _, ...one }) => ({ ...one, editable: editable && one.result !== 'accepted' })),
  }
}

async function ownSite(ctx: Ctx, id: number): Promise<Site> {
  await ownApplication(ctx, id)
  const [found] = await readSites(ctx).where(eq(siteReview.applicationId, id))
  if (!found) throw notFound('这份申请没有现场评审')
  return found
}

/** Keeps what was done about each, or hands it in to be verified. */
export const rectify = (ctx: Ctx, given: Parsed<Rectify>): Promise<Output<Rectify>> =>
  inTransaction(ctx, async tx => {
    await ownSite(tx, given.id)
    const about = await lockApplication(tx, given.id)
    const site = await ownSite(tx, given.id)
    if (about.state !== 'rectifying') throw await applicationConflict(tx, about, 'submit')
    if (given.version !== undefined && given.version !== site.review!.version)
      throw conflict('整改情况已在另一处（另一个窗口或设备）修改过。请载入较新的内容，或用您现在的内容覆盖')
    await writeCorrections(tx, site, given)
    const isWhole = given.action === 'submit'
    if (isWhole) await checkCorrections(tx, site)
    const version = await writeReview(tx, site, {})
    const moved = isWhole
      ? await advanceApplication(tx, about, {
          action: 'submit',
          by: 'applicant',
          actorName: nameOfActor(signedInActor(ctx)),
        })
      : about
    return {
      id: about.id,
      status: moved.state,
      statusName: nameOfState(moved.state),
      version,
      savedAt: iso(ctx.now),
    }
  })

async function writeCorrections(ctx: Ctx, { review }: Site, { items, action }: Parsed<Rectify>) {
  for (const of of await readNonconformities(ctx, review!.id)) {
    const sent = items.find(({ id }) => id === of.id)
    if (of.result === 'accepted') continue
    const { correction, fileIds } = sent ?? of
    await attachFiles(
      ctx,
      fileIds.filter(id => !of.fileIds.includes(id)),
    )
    await ctx.db
      .update(nonconformity)
      .set({ correction, fileIds, ...(action === 'submit' && { result: 'open' as const }) })
      .where(and(eq(nonconformity.id, of.id), eq(nonconformity.reviewId, review!.id)))
  }
}

async function checkCorrections(ctx: Ctx, { review }: Site) {
  const faults: Record<string, string> = {}
  for (const { id, result, correction, fileIds } of await readNonconformities(ctx, review!.id)) {
    if (result === 'accepted') continue
    if (!correction) faults[`correction-${id}`] = '请写明采取的措施和结果'
    if (fileIds.length === 0) faults[`files-${id}`] = '请上传整改证据，如照片、记录、证书'
  }
  const wrong = Object.keys(faults).length
  if (wrong) throw invalid(`有 ${wrong} 处需要更正`, faults)
}

export const rectifyingHandlers = {
  'GET /qualification/rectification': showRectification,
  'POST /qualification/rectify': rectify,
} satisfies Partial<Handlers<Endpoints>>
