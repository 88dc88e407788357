import { and, desc, eq, gte, ilike, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { containsPattern } from '#lib/server/database/db.ts'
import { inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { expert } from '#modules/experts/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { applicationTypeNames } from '#modules/qualifications/applicationTypes.ts'
import { qualificationCase, qualificationKind, qualificationLevel } from '#modules/qualifications/server/tables.ts'
import { staffDeadline } from '#modules/review/deadlines.ts'
import { applicationsWithin } from '#modules/review/server/provinces.ts'
import { application } from '#modules/review/server/tables.ts'
import { isClosed, nameOfState, type State } from '#modules/review/workflow.ts'
import type { siteContract } from '../siteContract.ts'
import { type SiteStage, siteStageNames, siteStages } from '../siteReview.ts'
import { nonconformity, siteReview, siteReviewer } from './tables.ts'

type Endpoints = typeof siteContract
type Filters = Parsed<Endpoints['GET /staff/qualification/site/export']>

/** An application that is, or was, to be looked at on site; `review` is null until that is arranged. */
export const readSites = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({
      about: application,
      of: qualificationCase,
      kind: qualificationKind,
      review: siteReview,
      organisation,
      levelName: qualificationLevel.name,
    })
    .from(application)
    .innerJoin(qualificationCase, eq(qualificationCase.applicationId, application.id))
    .innerJoin(qualificationKind, eq(qualificationKind.id, qualificationCase.kindId))
    .leftJoin(certificate, eq(certificate.id, qualificationCase.certificateId))
    .leftJoin(
      qualificationLevel,
      and(
        eq(qualificationLevel.kindId, qualificationKind.id),
        sql`${qualificationLevel.code} = coalesce(${application.form}->>'levelCode', ${certificate.levelCode})`,
      ),
    )
    .leftJoin(organisation, eq(organisation.id, application.organisationId))
    .leftJoin(siteReview, eq(siteReview.applicationId, application.id))
    .$dynamic()
export type Site = Awaited<ReturnType<typeof readSites>>[number]

const OPEN = siteStages.filter((stage): stage is Exclude<SiteStage, 'over'> => stage !== 'over')
const isOpen = inArray(application.state, OPEN)
/** Applications that wait for a site review or have had one. */
const isSite = or(isOpen, isNotNull(siteReview.id))
const stageOf = (state: State): SiteStage => OPEN.find(open => open === state) ?? 'over'

export async function findSite(ctx: Pick<Ctx, 'db'>, applicationId: number): Promise<Site> {
  const [found] = await readSites(ctx).where(and(eq(application.id, applicationId), isSite))
  if (!found) throw notFound('没有这项现场评审')
  return found
}

function whereOf(ctx: Ctx, { stage, key, from, to }: Filters): SQL | undefined {
  return and(
    applicationsWithin(ctx, 'staff:applications'),
    stage === 'over' ? and(isSite, sql`not ${isOpen}`) : stage ? eq(application.state, stage) : isSite,
    key ? or(ilike(application.title, containsPattern(key)), eq(application.number, key.toUpperCase())) : undefined,
    from ? gte(siteReview.plannedOn, from) : undefined,
    to ? lte(siteReview.plannedOn, to) : undefined,
  )
}

export const siteReviewsHandlers = {
  'GET /staff/qualification/site/list': async (ctx, asked) => {
    const where = whereOf(ctx, asked)
    const sites = await readSites(ctx)
      .where(where)
      .orderBy(
        sql`not ${isOpen}`,
        // Open reviews first: those without a date, then by date. Closed ones newest first.
        sql`case when ${isOpen} then ${siteReview.plannedOn} end nulls first`,
        desc(siteReview.plannedOn),
        application.stateSince,
      )
      .limit(asked.pageSize)
      .offset(offset(asked))
    const total = await countOf(ctx.db, sql`${readSites(ctx).where(where)}`)
    return toPage(await siteReviewRows(ctx, sites), total, asked)
  },
  'GET /staff/qualification/site/export': async (ctx, filters) => {
    const rows = inBatches<Row>(async after =>
      siteReviewRows(
        ctx,
        await readSites(ctx)
          .where(and(whereOf(ctx, filters), after && sql`${application.id} < ${after.id}`))
          .orderBy(desc(application.id))
          .limit(1000),
      ),
    )
    return sendWorkbook('现场评审', {
      columns: [
        { title: '申请编号', width: 18, value: ({ number }) => number },
        { title: '申请单位', width: 36, value: ({ title }) => title },
        { title: '申请类型', value: ({ typeName }) => typeName },
        { title: '种类', width: 28, value: ({ kindName }) => kindName },
        { title: '级别', value: row => row.levelName },
        { title: '阶段', value: ({ stageName }) => stageName },
        { title: '评审日期', value: ({ plannedOn }) => plannedOn },
        { title: '天数', value: ({ days, plannedOn }) => (plannedOn ? String(days) : '') },
        { title: '地点', width: 36, value: ({ place }) => place },
        { title: '组长', value: ({ leader }) => leader },
        { title: '评审组人数', value: ({ experts }) => String(experts) },
        { title: '不符合项', value: ({ nonconformities }) => String(nonconformities) },
        { title: '其中已通过', value: ({ accepted }) => String(accepted) },
        { title: '整改期限', value: ({ dueOn }) => dueOn },
      ],
      rows,
    })
  },
} satisfies Partial<Handlers<Endpoints>>

export async function siteReviewRows(ctx: Pick<Ctx, 'db' | 'now'>, sites: readonly Site[]) {
  const reviewIds = sites.flatMap(({ review }) => review?.id ?? [])
  const [groups, found] = await Promise.all([groupsOf(ctx, reviewIds), countsOf(ctx, reviewIds)])
  const today = dayOf(ctx.now)
  return sites.map(({ about, of, kind, levelName, organisation: applicant, review }) => {
    const stage = stageOf(about.state)
    const deadline = stage === 'over' ? null : staffDeadline(about.state, dayOf(about.stateSince))
    const { all = 0, accepted = 0 } = found.get(review?.id ?? 0) ?? {}
    return {
      id: about.id,
      number: about.number ?? '',
      title: applicant?.name ?? about.title,
      typeName: applicationTypeNames[of.type],
      kindName: kind.name,
      levelName: levelName ?? '',
      status: about.state,
      statusName: nameOfState(about.state),
      stage,
      stageName: siteStageNames[stage],
      plannedOn: review?.plannedOn ?? null,
      days: review?.days ?? 1,
      place: review?.place ?? '',
      ...(groups.get(review?.id ?? 0) ?? { leader: '', experts: 0 }),
      nonconformities: all,
      accepted,
      dueOn: isClosed(about.state) ? null : about.dueOn,
      deadline,
      overdue: deadline !== null && deadline < today,
    }
  })
}
type Row = Awaited<ReturnType<typeof siteReviewRows>>[number]

async function groupsOf({ db }: Pick<Ctx, 'db'>, reviewIds: number[]) {
  const rows = await db
    .select({
      id: siteReviewer.reviewId,
      experts: sql<number>`count(*)`,
      leader: sql<string>`coalesce(max(${expert.name}) filter (where ${siteReviewer.role} = 'leader'), '')`,
    })
    .from(siteReviewer)
    .innerJoin(expert, eq(expert.id, siteReviewer.expertId))
    .where(inArray(siteReviewer.reviewId, reviewIds))
    .groupBy(siteReviewer.reviewId)
  return new Map(rows.map(({ id, ...group }) => [id, group]))
}

async function countsOf({ db }: Pick<Ctx, 'db'>, reviewIds: number[]) {
  const rows = await db
    .select({
      id: nonconformity.reviewId,
      all: sql<number>`count(*)`,
      accepted: sql<number>`count(*) filter (where ${nonconformity.result} = 'accepted')`,
    })
    .from(nonconformity)
    .where(inArray(nonconformity.reviewId, reviewIds))
    .groupBy(nonconformity.reviewId)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
