import { and, asc, eq, gt, gte, isNull, lt, notExists, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf, startOf } from '#lib/dates.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { hasStatus } from '#modules/certificates/server/filters.ts'
import { certificate, certificateEvent } from '#modules/certificates/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { qualificationCase, qualificationKind } from '#modules/qualifications/server/tables.ts'
import { heldOf, matchesPlace } from '#modules/qualifications/shortfalls/server/shortfallList.ts'
import { application } from '#modules/review/server/tables.ts'
import type { annualReportsContract } from '../annualReportsContract.ts'
import { reportingWindow } from './entitlement.ts'

type Endpoints = typeof annualReportsContract
type List = Endpoints['GET /staff/qualification/annual/list']
type Filter = Parsed<Endpoints['GET /staff/qualification/annual/export']>
type Row = Output<List>['list'][number]
type QueryCtx = Pick<Ctx, 'db' | 'now'>

/** Kinds of which a report is asked each year, with the days in which it is taken: the last that have begun. */
export async function readWindows({ db, now }: QueryCtx) {
  const kinds = await db.select().from(qualificationKind).where(eq(qualificationKind.hasAnnualReport, true))
  return kinds.map(kind => ({ kindCode: kind.code, ...reportingWindow(kind, dayOf(now)) }))
}
export type Window = Awaited<ReturnType<typeof readWindows>>[number]

/** Certificates of a kind whose report of that window has not been handed in; those issued in it owe none yet. */
export function owesReport({ db, now }: QueryCtx, { kindCode, from }: Window): SQL {
  const reported = db
    .select()
    .from(qualificationCase)
    .innerJoin(application, eq(application.id, qualificationCase.applicationId))
    .where(
      and(
        eq(qualificationCase.certificateId, certificate.id),
        eq(qualificationCase.type, 'annualReport'),
        gte(application.submittedAt, startOf(from)),
        notInArray(application.state, ['draft', 'rejected', 'withdrawn', 'expired']),
      ),
    )
  const reviewed = db
    .select()
    .from(certificateEvent)
    .where(
      and(
        eq(certificateEvent.certificateId, certificate.id),
        eq(certificateEvent.kind, 'reviewed'),
        gte(certificateEvent.effectiveOn, from),
      ),
    )
  return and(
    eq(certificate.register, 'qualification'),
    eq(certificate.kindCode, kindCode),
    isNull(certificate.personId),
    hasStatus('valid', dayOf(now)),
    lt(certificate.issuedOn, from),
    notExists(reported),
    notExists(reviewed),
  )!
}

/** Selects certificates whose reporting window is over; matches nothing while no window is over. */
async function whereOf(ctx: QueryCtx & Pick<Ctx, 'actor'>, filter: Filter) {
  const over = (await readWindows(ctx)).filter(({ isOpen }) => !isOpen)
  const dueOn = new Map(over.map(({ kindCode, to }) => [kindCode, to]))
  return {
    where: and(matchesPlace(ctx, filter), or(sql`false`, ...over.map(window => owesReport(ctx, window)))),
    dueOn,
  }
}

const readHeld = ({ db }: QueryCtx) =>
  db
    .select({ of: certificate, organisation })
    .from(certificate)
    .innerJoin(organisation, eq(organisation.id, certificate.organisationId))
    .$dynamic()
type Read = Awaited<ReturnType<typeof readHeld>>[number]

const toRow = ({ of, organisation }: Read, dueOn: Map<string, string>): Row => ({
  id: of.id,
  ...heldOf(of, organisation),
  issuedOn: of.issuedOn,
  dueOn: dueOn.get(of.kindCode)!,
})

export const annualReportsHandlers = {
  'GET /staff/qualification/annual/list': async (ctx, asked) => {
    const { where, dueOn } = await whereOf(ctx, asked)
    const [rows, total] = await Promise.all([
      readHeld(ctx).where(where).orderBy(asc(certificate.id)).limit(asked.pageSize).offset(offset(asked)),
      countOf(
        ctx.db,
        sql`select 1 from ${certificate} join ${organisation} on ${eq(organisation.id, certificate.organisationId)}
        where ${where}`,
      ),
    ])
    return toPage(
      rows.map(row => toRow(row, dueOn)),
      total,
      asked,
    )
  },
  'GET /staff/qualification/annual/export': async (ctx, filter) => {
    await record(ctx, { action: 'annualReport.export', objectType: 'certificate', detail: filter })
    const { where, dueOn } = await whereOf(ctx, filter)
    const rows = inBatches<Row>(async after => {
      const read = await readHeld(ctx)
        .where(and(where, after && gt(certificate.id, after.id)))
        .orderBy(asc(certificate.id))
        .limit(1000)
      return read.map(row => toRow(row, dueOn))
    })
    return sendWorkbook('年审逾期', { name: '年审逾期', columns, rows })
  },
} satisfies Partial<Handlers<Endpoints>>

const columns: Column<Row>[] = [
  { title: '单位', width: 36, value: ({ orgName }) => orgName },
  { title: '地区', value: ({ provinceName }) => provinceName },
  { title: '证书编号', width: 26, value: ({ certNo }) => certNo },
  { title: '种类', width: 26, value: ({ kindName }) => kindName },
  { title: '级别', value: ({ levelName }) => levelName },
  { title: '发证日期', value: ({ issuedOn }) => issuedOn },
  { title: '证书有效期至', value: ({ validTo }) => validTo ?? '长期' },
  { title: '年度报告截止', value: ({ dueOn }) => dueOn },
]
