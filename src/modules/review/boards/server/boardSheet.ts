import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { kindOf } from '#modules/review/server/applicationKinds.ts'
import { application } from '#modules/review/server/tables.ts'
import { boardStateNames, nameOfBoard, outcomeNames } from '../board.ts'
import { ruleSentences } from '../boardRule.ts'
import type { staffBoardContract } from '../contract.ts'
import { UNRECORDED } from '../votes.ts'
import { votesOf, votesText } from './attendances.ts'
import { type Board, countItems, type Filters, type Item, matching } from './boards.ts'
import { board, boardItem } from './tables.ts'

/** A meeting, or one item of it. */
type Line = { of: Board; items: number; at?: Item }

/** Returns the rule as text; meetings recorded before there were rules say so. */
const ruleOf = ({ rule, state }: Board) => {
  if (rule) return ruleSentences(rule).join('；')
  return state === 'recorded' ? UNRECORDED : ''
}

const meetings: Column<Line>[] = [
  { title: '名称', width: 36, value: ({ of }) => of.title },
  { title: '类别', value: ({ of }) => nameOfBoard(of.kind) },
  { title: '日期', value: ({ of }) => of.meetsOn },
  { title: '地点', width: 24, value: ({ of }) => of.place },
  { title: '状态', value: ({ of }) => boardStateNames[of.state] },
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
  { title: '编号', value: ({ at }) => at?.about.number },
  { title: '申请', width: 36, value: ({ at }) => at?.about.title },
  { title: '事项', value: ({ at }) => at && kindOf(at.about).name },
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
      .from(board)
      .where(and(matching(asked), after && sql`${board.id} < ${after.of.id}`))
      .orderBy(desc(board.id))
      .limit(1000)
    const items = await countItems(ctx, batch)
    return batch.map(of => ({ of, items: items.get(of.id) ?? 0 }))
  })

/** Item by item of the meetings that are recorded, the newest meeting first. */
const itemsOf = (ctx: Ctx, asked: Filters) =>
  inBatches<Line>(async after => {
    const place = sql`(${after?.of.id}, -${after?.at?.item.place}::int, -${after?.at?.item.applicationId}::int)`
    const next = after && sql`(${board.id}, -${boardItem.place}, -${boardItem.applicationId}) < ${place}`
    const rows = await ctx.db
      .select({ of: board, item: boardItem, about: application })
      .from(boardItem)
      .innerJoin(board, eq(board.id, boardItem.boardId))
      .innerJoin(application, eq(application.id, boardItem.applicationId))
      .where(and(matching(asked), eq(board.state, 'recorded'), next))
      .orderBy(desc(board.id), asc(boardItem.place), asc(boardItem.applicationId))
      .limit(1000)
    return rows.map(({ of, ...at }) => ({ of, items: 0, at }))
  })

export const boardSheetHandlers = {
  'GET /staff/board/export': async (ctx, asked) =>
    sendWorkbook(
      '审议会',
      { name: '审议会', columns: meetings, rows: meetingsOf(ctx, asked) },
      { name: '表决', columns: votes, rows: itemsOf(ctx, asked) },
    ),
} satisfies Partial<Handlers<typeof staffBoardContract>>
