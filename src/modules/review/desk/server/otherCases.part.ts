import { and, desc, eq, inArray, isNotNull, ne, or, type SQL } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { objectionStateNames } from '#modules/review/objection.ts'
import { type Application, kindOf } from '#modules/review/server/applicationKinds.ts'
import { applicationsWithin } from '#modules/review/server/provinces.ts'
import { defineRegisterPart } from '#modules/review/server/registerParts.ts'
import { application, objection, publicNotice } from '#modules/review/server/tables.ts'
import { nameOfState, openStates } from '#modules/review/workflow.ts'

/** Matches applications of the same account, organisation or person, or with exactly the same title. */
const isOfTheSame = ({ accountId, organisationId, personId, title }: Application): SQL | undefined =>
  or(
    accountId === null ? undefined : eq(application.accountId, accountId),
    organisationId === null ? undefined : eq(application.organisationId, organisationId),
    personId === null ? undefined : eq(application.personId, personId),
    eq(application.title, title),
  )

defineRegisterPart({
  code: 'applications',
  order: 50,
  title: '其他在办申请',
  none: '其他在办申请',
  may: 'staff:applications',
  read: async (ctx, { application: of }, limit) => {
    const { id, kind, number, title, state, stateSince } = application
    const rows = await ctx.db
      .select({ id, kind, number, title, state, stateSince })
      .from(application)
      .where(
        and(
          inArray(state, openStates()),
          isNotNull(application.submittedAt),
          ne(id, of.id),
          isOfTheSame(of),
          applicationsWithin(ctx, 'staff:applications'),
        ),
      )
      .orderBy(desc(stateSince), desc(id))
      .limit(limit)
    return rows.map(row => ({
      title: `${kindOf(row).name}：${row.title}`,
      about: [row.number, nameOfState(row.state)].filter(Boolean).join(' · '),
      route: `/staff/review/${row.id}`,
      isBad: row.kind === of.kind,
    }))
  },
})

defineRegisterPart({
  code: 'objections',
  order: 60,
  title: '公示异议',
  none: '公示异议',
  may: 'staff:applications',
  read: async (ctx, { application: of }, limit) => {
    const rows = await ctx.db
      .select({ notice: publicNotice, state: objection.state, at: objection.createdAt })
      .from(objection)
      .innerJoin(publicNotice, eq(publicNotice.id, objection.noticeId))
      .innerJoin(application, eq(application.id, objection.applicationId))
      .where(and(isOfTheSame(of), applicationsWithin(ctx, 'staff:applications')))
      .orderBy(desc(objection.id))
      .limit(limit)
    return rows.map(({ notice, state, at }) => ({
      title: notice.title,
      about: `${dayOf(at)} 收到 · ${objectionStateNames[state]}`,
      route: `/staff/notices/${notice.id}`,
      isBad: state !== 'dismissed',
    }))
  },
})
