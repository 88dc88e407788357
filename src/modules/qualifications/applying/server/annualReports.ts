import { and, eq, gte, inArray, isNull, lt, notExists, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { dayOf, startOf } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { permissionCondition } from '#lib/server/api/permissionLimits.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { hasStatus } from '#modules/certificates/server/filters.ts'
import { certificate, certificateEvent } from '#modules/certificates/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { qualificationCase, qualificationKind } from '#modules/qualifications/server/tables.ts'
import { heldFilters } from '#modules/qualifications/shortfallFilters.ts'
import {
  type Held,
  heldColumns,
  heldConditions,
  heldRow,
  validToColumn,
} from '#modules/qualifications/shortfalls/server/heldCertificates.ts'
import { application } from '#modules/review/server/tables.ts'
import type { annualReportsContract } from '../annualReportsContract.ts'
import { reportingWindow } from './entitlement.ts'

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

/** The windows that are over, of all kinds. */
const readPastWindows = async (ctx: QueryCtx) => (await readWindows(ctx)).filter(({ isOpen }) => !isOpen)

type Overdue = Held & { dueOn: string }

async function readOverdue(ctx: Ctx, ids: number[]): Promise<Overdue[]> {
  const dueOn = new Map((await readPastWindows(ctx)).map(({ kindCode, to }) => [kindCode, to]))
  const rows = await ctx.db
    .select({ of: certificate, organisation })
    .from(certificate)
    .innerJoin(organisation, eq(organisation.id, certificate.organisationId))
    .where(inArray(certificate.id, ids))
  return rows.map(row => ({ ...row, dueOn: dueOn.get(row.of.kindCode)! }))
}

/** 年审逾期: valid certificates whose report is missing although its window is over; nothing while none is over. */
const overdueRegister = defineRegister({
  name: '年审逾期',
  views: { code: 'annualReport', permission: 'staff:certificates' },
  filters: heldFilters,
  from: sql`${certificate} join ${organisation} on ${eq(organisation.id, certificate.organisationId)}`,
  id: certificate.id,
  newest: certificate.id,
  ordered: () => ({ at: certificate.id, ascending: true }),
  within: async ctx =>
    and(
      permissionCondition(ctx, 'staff:certificates', organisation.provinceCode),
      or(sql`false`, ...(await readPastWindows(ctx)).map(window => owesReport(ctx, window))),
    ),
  where: heldConditions,
  read: readOverdue,
  row: of => ({ id: of.of.id, ...heldRow(of), issuedOn: of.of.issuedOn, dueOn: of.dueOn }),
  columns: {
    ...heldColumns,
    issuedOn: { heading: '发证日期', value: ({ of }) => of.issuedOn, sort: certificate.issuedOn, nowrap: true },
    validTo: validToColumn,
    dueOn: { heading: '年度报告截止', value: ({ dueOn }) => dueOn, nowrap: true },
  },
  listed: ['certNo', 'orgName', 'provinceName', 'kindName', 'levelName', 'issuedOn', 'validTo', 'dueOn'],
})

export const annualReportsHandlers = {
  'GET /staff/qualification/annual/list': (ctx, asked) => overdueRegister.list(ctx, asked),
  'GET /staff/qualification/annual/export': (ctx, asked) =>
    exportRegister(ctx, overdueRegister, asked, { action: 'annualReport.export', objectType: 'certificate' }),
} satisfies Partial<Handlers<typeof annualReportsContract>>
