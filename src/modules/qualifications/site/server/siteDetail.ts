import { asc, eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { conflictsOf, type JudgedOrganisation } from '#modules/experts/server/conflicts.ts'
import { asCandidate, listExpertsAtWork } from '#modules/experts/server/experts.ts'
import { expert } from '#modules/experts/server/tables.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { refuseApplicationOutside } from '#modules/review/server/provinces.ts'
import { conclusionNames, correctionNames, roleNames } from '../../siteReview.ts'
import type { siteContract } from '../siteContract.ts'
import { findSite, type Site, siteReviewRows } from './siteReviews.ts'
import { nonconformity, siteFinding, siteReviewer } from './tables.ts'

type Endpoints = typeof siteContract
type Detail = Endpoints['GET /staff/qualification/site/detail']

export async function showSite(ctx: Ctx, { id }: Parsed<Detail>): Promise<Output<Detail>> {
  const site = await findSite(ctx, id)
  await refuseApplicationOutside(ctx, 'staff:applications', id)
  const { review } = site
  const [rows, group, findings, list] = await Promise.all([
    siteReviewRows(ctx, [site]),
    groupOf(ctx, site),
    findingsOf(ctx, site),
    nonconformitiesOf(ctx, review?.id ?? 0),
  ])
  const files = await fileInfos(ctx, review?.fileIds ?? [])
  const conclusion = review?.conclusion ?? null
  return {
    ...rows[0]!,
    version: review?.version ?? 0,
    applicant: applicantOf(site),
    group,
    findings,
    list,
    observer: review?.observer ?? '',
    note: review?.note ?? '',
    summary: review?.summary ?? '',
    conclusion,
    conclusionName: conclusion ? conclusionNames[conclusion] : '',
    files: (review?.fileIds ?? []).flatMap(file => files.get(file) ?? []),
    recordedAt: review?.recordedAt ? iso(review.recordedAt) : null,
  }
}

/** Applicant as registered; experts' conflicts are checked against this. */
export const applicantOf = ({ organisation: of, about }: Site) =>
  of
    ? { name: of.name, creditCode: of.creditCode, address: addressOf(of) }
    : { name: about.title, creditCode: '', address: '' }

/** Some write the city once more before the street. */
const addressOf = ({ city, address }: NonNullable<Site['organisation']>) =>
  address.startsWith(city) ? address : `${city}${address}`

export const judgedOf = ({ organisation: of, about }: Site): JudgedOrganisation => ({
  organisationName: of?.name ?? about.title,
  creditCode: of?.creditCode,
  organisationId: of?.id,
})

/** Assigned experts, leader first. */
export const membersOf = ({ db }: Pick<Ctx, 'db'>, reviewId: number) =>
  db
    .select({ of: siteReviewer, name: expert.name, jobTitle: expert.jobTitle, mayLead: expert.mayLead })
    .from(siteReviewer)
    .innerJoin(expert, eq(expert.id, siteReviewer.expertId))
    .where(eq(siteReviewer.reviewId, reviewId))
    .orderBy(asc(siteReviewer.role), asc(siteReviewer.expertId))

async function groupOf(ctx: Ctx, site: Site) {
  const { review } = site
  if (!review) return []
  const members = await membersOf(ctx, review.id)
  const ids = members.map(({ of }) => of.expertId)
  const conflicts = await conflictsOf(ctx, ids, judgedOf(site))
  return members.map(({ of: { expertId, role, employers, declaredOn }, name, jobTitle, mayLead }) => ({
    expertId,
    name,
    jobTitle,
    role,
    roleName: roleNames[role],
    mayLead,
    employers,
    declaredOn,
    conflicts: conflicts.get(expertId) ?? [],
  }))
}

/** Checklist as copied when the review was arranged; before that, the kind's current one. */
async function findingsOf({ db }: Ctx, { review, kind }: Site) {
  if (!review)
    return kind.checklist.map(({ clause, content }, i) => ({
      place: i + 1,
      clause,
      content,
      result: null,
      remark: '',
    }))
  const rows = await db
    .select()
    .from(siteFinding)
    .where(eq(siteFinding.reviewId, review.id))
    .orderBy(asc(siteFinding.place))
  return rows.map(({ reviewId: _, ...finding }) => finding)
}

export async function nonconformitiesOf(ctx: Pick<Ctx, 'db'>, reviewId: number) {
  const rows = await readNonconformities(ctx, reviewId)
  const files = await fileInfos(
    ctx,
    rows.flatMap(({ fileIds }) => fileIds),
  )
  return rows.map(({ reviewId: _, fileIds, ...of }) => ({
    ...of,
    resultName: of.result === 'open' && !of.correction ? '待整改' : correctionNames[of.result],
    files: fileIds.flatMap(file => files.get(file) ?? []),
  }))
}

export const readNonconformities = ({ db }: Pick<Ctx, 'db'>, reviewId: number) =>
  db.select().from(nonconformity).where(eq(nonconformity.reviewId, reviewId)).orderBy(asc(nonconformity.place))

export const siteDetailHandlers = {
  'GET /staff/qualification/site/detail': showSite,
  /** Lists candidates with their conflicts of interest. */
  'GET /staff/qualification/site/experts': async (ctx, { id, ...asked }) => {
    const site = await findSite(ctx, id)
    await refuseApplicationOutside(ctx, 'staff:applications', id)
    const { list, ...page } = await listExpertsAtWork(ctx, asked)
    const ids = list.map(expert => expert.id)
    const conflicts = await conflictsOf(ctx, ids, judgedOf(site))
    return {
      ...page,
      list: list.map(one => ({ ...asCandidate(one), conflicts: conflicts.get(one.id) ?? [] })),
    }
  },
} satisfies Partial<Handlers<Endpoints>>
