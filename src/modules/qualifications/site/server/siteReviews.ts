import { and, eq, gte, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byPinyin } from '#lib/server/registers/registerColumns.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { expert } from '#modules/experts/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { applicationTypeNames } from '#modules/qualifications/applicationTypes.ts'
import { qualificationCase, qualificationKind, qualificationLevel } from '#modules/qualifications/server/tables.ts'
import { staffDeadline } from '#modules/review/deadlines.ts'
import { applicationsWithin } from '#modules/review/server/provinces.ts'
import { application } from '#modules/review/server/tables.ts'
import { isClosed, nameOfState, type State } from '#modules/review/workflow.ts'
import { readWorkingCalendar } from '#modules/settings/server/workingCalendar.ts'
import { type SiteStage, siteStageNames, siteStages } from '../../siteReview.ts'
import { siteReviewFilters } from '../../siteReviewFilters.ts'
import type { siteContract } from '../siteContract.ts'
import { nonconformity, siteReview, siteReviewer } from './tables.ts'

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

const stageOrder = sql`array_position(array[${sql.join(
  OPEN.map(stage => sql`${stage}`),
  sql`, `,
)}]::text[], ${application.state})`
/** Orders open reviews first: those without a day, the longest waiting first, then by day. Closed ones follow, the latest first. */
const WORK_ORDER = sql`case when ${isOpen}
  then coalesce(${siteReview.plannedOn}::timestamptz, ${application.stateSince} - interval '1000 years')
  else (date '3000-01-01' + (date '3000-01-01' - ${siteReview.plannedOn}))::timestamptz end`

const siteRegister = defineRegister({
  name: '现场评审',
  views: { code: 'siteReview', permission: 'staff:applications' },
  filters: siteReviewFilters,
  from: sql`${application} join ${qualificationCase} on ${eq(qualificationCase.applicationId, application.id)}
    left join ${organisation} on ${eq(organisation.id, application.organisationId)}
    left join ${siteReview} on ${eq(siteReview.applicationId, application.id)}`,
  id: application.id,
  newest: WORK_ORDER,
  ordered: () => ({ at: WORK_ORDER, ascending: true }),
  within: ctx => and(applicationsWithin(ctx, 'staff:applications'), isSite),
  where: {
    key: key => or(containsWords(application.title, key), eq(application.number, key.toUpperCase())),
    stage: stage => (stage === 'over' ? sql`not ${isOpen}` : eq(application.state, stage)),
    from: day => gte(siteReview.plannedOn, day),
    to: day => lte(siteReview.plannedOn, day),
  },
  read: async (ctx, ids) => siteReviewRows(ctx, await readSites(ctx).where(inArray(application.id, ids))),
  row: of => of,
  columns: {
    number: { heading: '申请编号', width: 18, value: of => of.number, nowrap: true },
    title: {
      heading: '申请单位',
      width: 36,
      value: of => of.title,
      sort: byPinyin(sql`coalesce(${organisation.name}, ${application.title})`),
    },
    typeName: { heading: '申请类型', value: of => of.typeName, nowrap: true },
    kindName: { heading: '种类', width: 28, value: of => of.kindName },
    levelName: { heading: '级别', value: of => of.levelName, nowrap: true },
    stageName: { heading: '阶段', value: of => of.stageName, sort: sql`coalesce(${stageOrder}, 9)`, nowrap: true },
    plannedOn: {
      heading: '评审日期',
      value: of => of.plannedOn,
      empty: '未安排',
      sort: sql`coalesce(${siteReview.plannedOn}, 'infinity')`,
      nowrap: true,
    },
    days: { heading: '天数', value: of => (of.plannedOn ? of.days : ''), isFigure: true },
    place: { heading: '地点', width: 36, value: of => of.place },
    leader: { heading: '组长', value: of => of.leader, empty: '—', nowrap: true },
    experts: { heading: '评审组人数', value: of => of.experts, isFigure: true },
    nonconformities: { heading: '不符合项', value: of => of.nonconformities, isFigure: true },
    accepted: { heading: '其中已通过', value: of => of.accepted, isFigure: true },
    dueOn: { heading: '整改期限', value: of => of.dueOn, nowrap: true },
    deadline: { heading: '期限', value: of => of.dueOn ?? of.deadline, empty: '—', nowrap: true, exported: false },
  },
  listed: [
    'title',
    'typeName',
    'kindName',
    'levelName',
    'stageName',
    'plannedOn',
    'leader',
    'nonconformities',
    'accepted',
    'deadline',
  ],
})

export const siteReviewsHandlers = {
  'GET /staff/qualification/site/list': (ctx, asked) => siteRegister.list(ctx, asked),
  'GET /staff/qualification/site/export': (ctx, asked) => siteRegister.export(ctx, asked),
} satisfies Partial<Handlers<typeof siteContract>>

export async function siteReviewRows(ctx: Pick<Ctx, 'db' | 'now'>, sites: readonly Site[]) {
  const reviewIds = sites.flatMap(({ review }) => review?.id ?? [])
  const [groups, found] = await Promise.all([groupsOf(ctx, reviewIds), countsOf(ctx, reviewIds)])
  const today = dayOf(ctx.now)
  const calendar = await readWorkingCalendar(ctx)
  return sites.map(({ about, of, kind, levelName, organisation: applicant, review }) => {
    const stage = stageOf(about.state)
    const deadline = stage === 'over' ? null : staffDeadline(calendar, about.state, dayOf(about.stateSince))
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
