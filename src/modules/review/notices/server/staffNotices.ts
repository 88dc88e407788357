import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { dayOf, iso } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import { maskIdNumber, maskMobile, maskName } from '#lib/mask.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byPinyin } from '#lib/server/registers/registerColumns.ts'
import { addWorkingDays } from '#lib/workingDays.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { type NoticeState, objectionStateNames, openObjections } from '#modules/review/objection.ts'
import { currentNotice, type Notice } from '#modules/review/server/notices.ts'
import { applicationsWithin, refuseApplicationOutside } from '#modules/review/server/provinces.ts'
import { lockApplication } from '#modules/review/server/steps.ts'
import { application, objection, publicNotice } from '#modules/review/server/tables.ts'
import { refuseForbiddenWords } from '#modules/settings/server/publicWords.ts'
import { readWorkingCalendar } from '#modules/settings/server/workingCalendar.ts'
import { noticeFilters } from '../../noticeFilters.ts'
import type { staffNoticeContract } from '../contract.ts'
import { noticeProlonged, notifySubject } from './objectionMessages.ts'
import { objectionNumber } from './objectionNumber.ts'
import { noticeHead } from './publicNotices.ts'

const objectionCount = sql<number>`(select count(*)::int from ${objection} where ${objection.noticeId} = ${publicNotice.id})`
const openCount = sql<number>`(select count(*)::int from ${objection}
  where ${objection.noticeId} = ${publicNotice.id} and ${inArray(objection.state, [...openObjections])})`

const select = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({ notice: publicNotice, number: application.number, all: objectionCount, open: openCount })
    .from(publicNotice)
    .innerJoin(application, eq(application.id, publicNotice.applicationId))

function hasState(state: NoticeState, today: string): SQL | undefined {
  const hangs = isNull(publicNotice.endedAt)
  const runs = and(hangs, isNull(publicNotice.heldAt))
  const states: Record<NoticeState, SQL | undefined> = {
    open: and(runs, gte(publicNotice.toDay, today)),
    // Open objections need action even after the notice has ended.
    held: or(and(hangs, isNotNull(publicNotice.heldAt)), gt(openCount, 0)),
    due: and(runs, lt(publicNotice.toDay, today)),
    ended: isNotNull(publicNotice.endedAt),
  }
  return states[state]
}

const toRow = ({ notice, all, open }: { notice: Notice; all: number; open: number }, today: string) => ({
  ...noticeHead(notice, today),
  applicationId: notice.applicationId,
  objections: all,
  openObjections: open,
})

/** Sort key of the list: with open objections, then without an end, the first to end in front. */
const urgency = sql`array[(${openCount} > 0)::int, (${publicNotice.endedAt} is null)::int,
  case when ${publicNotice.endedAt} is null then date '2000-01-01' - ${publicNotice.toDay} end]`

/** 公示: all notices, with the objections to them. */
const noticeRegister = defineRegister({
  name: '公示',
  views: { code: 'notice', permission: 'staff:applications' },
  filters: noticeFilters,
  from: sql`${publicNotice} join ${application} on ${application.id} = ${publicNotice.applicationId}`,
  id: publicNotice.id,
  newest: urgency,
  within: ctx => applicationsWithin(ctx, 'staff:applications'),
  where: {
    key: words => or(containsWords(publicNotice.title, words), eq(application.number, words.toUpperCase())),
    kind: publicNotice.kind,
    state: (state, { now }) => hasState(state, dayOf(now)),
  },
  read: (ctx, ids) => select(ctx).where(inArray(publicNotice.id, ids)),
  row: (of, { now }) => toRow(of, dayOf(now)),
  columns: {
    number: {
      heading: '申请编号',
      width: 18,
      value: of => of.number,
      sort: sql`coalesce(${application.number}, '')`,
      nowrap: true,
    },
    title: { heading: '公示对象', width: 36, value: of => of.notice.title, sort: byPinyin(publicNotice.title) },
    detail: { heading: '事项', width: 36, value: of => of.notice.detail, sort: byPinyin(publicNotice.detail) },
    provinceName: {
      heading: '地区',
      value: of => provinceName(of.notice.provinceCode),
      sort: sql`coalesce(${publicNotice.provinceCode}, '')`,
      nowrap: true,
    },
    fromDay: { heading: '开始', value: of => of.notice.fromDay, sort: publicNotice.fromDay, nowrap: true },
    toDay: { heading: '截止', value: of => of.notice.toDay, sort: publicNotice.toDay, nowrap: true },
    stateName: {
      heading: '状态',
      value: (of, { now }) => noticeHead(of.notice, dayOf(now)).stateName,
      nowrap: true,
    },
    objections: { heading: '异议', value: of => String(of.all), sort: objectionCount, isFigure: true },
    openObjections: { heading: '其中未办结', value: of => String(of.open), sort: openCount, isFigure: true },
  },
  listed: ['title', 'detail', 'fromDay', 'toDay', 'stateName', 'objections'],
})

export const staffNoticesHandlers = {
  'GET /staff/notice/list': (ctx, asked) => noticeRegister.list(ctx, asked),
  'GET /staff/notice/export': (ctx, asked) => noticeRegister.export(ctx, asked),
  'GET /staff/notice/detail': async (ctx, { id }) => {
    const [found] = await select(ctx).where(eq(publicNotice.id, id))
    if (!found) throw notFound('没有这项公示')
    await refuseApplicationOutside(ctx, 'staff:applications', found.notice.applicationId)
    const raised = await ctx.db.select().from(objection).where(eq(objection.noticeId, id)).orderBy(asc(objection.id))
    const files = await fileInfos(
      ctx,
      raised.flatMap(({ fileIds }) => fileIds),
    )
    const { encryption } = ctx
    return {
      ...toRow(found, dayOf(ctx.now)),
      applicationNumber: found.number ?? '',
      prolongReason: found.notice.prolongReason,
      heldAt: found.notice.heldAt && iso(found.notice.heldAt),
      list: raised.map(of => ({
        id: of.id,
        number: objectionNumber(of),
        status: of.state,
        statusName: objectionStateNames[of.state],
        name: maskName(encryption.decrypt(of.nameSealed)),
        phone: maskMobile(encryption.decrypt(of.phoneSealed)),
        idNumber: of.idNumberSealed ? maskIdNumber(encryption.decrypt(of.idNumberSealed)) : '',
        reason: of.reason,
        files: of.fileIds.flatMap(file => files.get(file) ?? []),
        result: of.result,
        actorName: of.actorName,
        createdAt: iso(of.createdAt),
        updatedAt: iso(of.updatedAt),
      })),
    }
  },
  'POST /staff/notice/prolong': async (ctx, { id, days, reason }) => {
    await refuseForbiddenWords(ctx, { reason: '延长的理由' }, { reason })
    return inTransaction(ctx, async tx => {
      const [asked] = await tx.db.select().from(publicNotice).where(eq(publicNotice.id, id))
      if (!asked) throw notFound('没有这项公示')
      await refuseApplicationOutside(tx, 'staff:decide', asked.applicationId)
      const about = await lockApplication(tx, asked.applicationId)
      const notice = await currentNotice(tx, about.id)
      if (notice?.id !== id) throw conflict('这项公示已经结束，不能再延长')
      const today = dayOf(ctx.now)
      const from = notice.toDay < today && !notice.heldAt ? today : notice.toDay
      const toDay = addWorkingDays(await readWorkingCalendar(tx), from, days)
      await tx.db.update(publicNotice).set({ toDay, prolongReason: reason }).where(eq(publicNotice.id, id))
      await recordChange(tx, {
        action: 'notice.prolong',
        objectType: 'public_notice',
        objectId: id,
        objectName: notice.title,
        before: { toDay: notice.toDay },
        after: { toDay },
        detail: { reason },
      })
      await notifySubject(tx, about, noticeProlonged, { 截止日期: toDay, 理由: reason })
      return { toDay }
    })
  },
} satisfies Partial<Handlers<typeof staffNoticeContract>>
