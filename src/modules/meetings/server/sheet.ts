import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { body } from '#modules/posts/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { ruleSentences, UNRECORDED } from '../meetingRule.ts'
import { outcomeNames, stateNameOf } from '../meetingWords.ts'
import type { staffMeetingContract } from '../staffContract.ts'
import { votesOf, votesText } from './attendances.ts'
import { bodyNames, countItems, type Filters, type Item, type Meeting, matching, toItem } from './meetings.ts'
import { agendaKind, meeting, meetingItem } from './tables.ts'

/** A meeting, or one item of it. */
type Line = { of: Meeting; bodyName: string; items: number; at?: Item }

/** Returns the rule as text; meetings recorded before there were rules say so. */
const ruleOf = ({ rule, state }: Meeting) => {
  if (rule) return ruleSentences(rule).join('；')
  return state === 'recorded' ? UNRECORDED : ''
}

const meetings: Column<Line>[] = [
  { title: '名称', width: 36, value: ({ of }) => of.title },
  { title: '机构', value: ({ bodyName }) => bodyName },
  { title: '日期', value: ({ of }) => of.meetsOn },
  { title: '地点', width: 24, value: ({ of }) => of.place },
  { title: '状态', value: ({ of }) => stateNameOf(of) },
  { title: '事项数', value: ({ items }) => String(items) },
  { title: '决定', width: 36, value: ({ of }) => of.opinion },
  { title: '适用的规则', width: 48, value: ({ of }) => ruleOf(of) },
  { title: '应到', value: ({ of }) => of.entitled },
  { title: '实到', value: ({ of }) => of.present },
  { title: '请假', value: ({ of }) => (of.present === null ? null : of.onLeave) },
  { title: '主持人', value: ({ of }) => of.chair },
  { title: '记录人', value: ({ of }) => of.recorder },
  { title: '出席人员', width: 48, value: ({ of }) => of.attendees.join('、') },
]

const counted = (line: Line) => (line.at ? votesOf(line.at.item) : null)

const votes: Column<Line>[] = [
  { title: '会议', width: 36, value: ({ of }) => of.title },
  { title: '日期', value: ({ of }) => of.meetsOn },
  { title: '序号', value: ({ at }) => at?.item.place },
  { title: '编号', value: ({ at }) => at?.number },
  { title: '议题', width: 36, value: ({ at }) => at?.title },
  { title: '事项', value: ({ at }) => at?.kindName },
  { title: '同意', value: line => counted(line)?.yes },
  { title: '反对', value: line => counted(line)?.no },
  { title: '弃权', value: line => counted(line)?.abstained },
  { title: '回避', value: line => counted(line)?.recused },
  { title: '表决', width: 36, value: ({ of, at }) => at && votesText(of, at.item) },
  { title: '结果', value: ({ at }) => at?.item.outcome && outcomeNames[at.item.outcome] },
  { title: '理由', width: 36, value: ({ at }) => at?.item.reason },
]

const meetingsOf = (ctx: Ctx, asked: Filters) =>
  inBatches<Line>(async after => {
    const batch = await ctx.db
      .select()
      .from(meeting)
      .where(and(matching(asked), after && sql`${meeting.id} < ${after.of.id}`))
      .orderBy(desc(meeting.id))
      .limit(1000)
    const items = await countItems(ctx, batch)
    const names = await bodyNames(ctx)
    return batch.map(of => ({ of, bodyName: names.get(of.bodyId)!, items: items.get(of.id) ?? 0 }))
  })

/** Item by item of the meetings that are recorded, the newest meeting first. */
const itemsOf = (ctx: Ctx, asked: Filters) =>
  inBatches<Line>(async after => {
    const place = sql`(${after?.of.id}, -${after?.at?.item.place}::int, -${after?.at?.item.id}::int)`
    const next = after && sql`(${meeting.id}, -${meetingItem.place}, -${meetingItem.id}) < ${place}`
    const rows = await ctx.db
      .select({ of: meeting, bodyName: body.name, item: meetingItem, about: application, ownKind: agendaKind.name })
      .from(meetingItem)
      .innerJoin(meeting, eq(meeting.id, meetingItem.meetingId))
      .innerJoin(body, eq(body.id, meeting.bodyId))
      .leftJoin(application, eq(application.id, meetingItem.applicationId))
      .leftJoin(agendaKind, eq(agendaKind.id, meetingItem.kindId))
      .where(and(matching(asked), eq(meeting.state, 'recorded'), next))
      .orderBy(desc(meeting.id), asc(meetingItem.place), asc(meetingItem.id))
      .limit(1000)
    return rows.map(({ of, bodyName, ...row }) => ({ of, bodyName, items: 0, at: toItem(row) }))
  })

export const meetingSheetHandlers = {
  'GET /staff/meeting/export': async (ctx, asked) =>
    sendWorkbook(
      '会议',
      { name: '会议', columns: meetings, rows: meetingsOf(ctx, asked) },
      { name: '表决', columns: votes, rows: itemsOf(ctx, asked) },
    ),
} satisfies Partial<Handlers<typeof staffMeetingContract>>
