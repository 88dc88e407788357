import { and, desc, eq, isNotNull, ne } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '#lib/server/api/context.ts'
import { applicationEvent } from '#modules/review/server/tables.ts'
import type { BoardRule } from '../boardRule.ts'
import type { attendance } from '../ruleContract.ts'
import { type Votes, votesWords } from '../votes.ts'
import { readBoardRule } from './boardRules.ts'
import { board, boardItem } from './tables.ts'

type Board = typeof board.$inferSelect
type Attended = z.output<typeof attendance>

/** That which applies: the one under which it was held, or would be today; null: it was recorded before there were any. */
export async function appliedRule(ctx: Ctx, of: Board): Promise<BoardRule | null> {
  return of.rule ?? (of.state === 'recorded' ? null : ruleOf(ctx, of))
}

/** Of a meeting that is not recorded yet. */
export const ruleOf = async (ctx: Ctx, of: Board): Promise<BoardRule> => of.rule ?? (await readBoardRule(ctx, of.kind))

/** Who was there; null: nobody has said. */
export function attendanceOf(of: Board): Attended | null {
  const { entitled, present, onLeave, attendees: names, chair, recorder } = of
  if (present === null && names.length === 0 && !chair && !recorder) return null
  return { entitled, present, onLeave, names, chair, recorder }
}

/** Of the meeting of the same kind that was recorded last. */
export async function lastAttendanceOf({ db }: Pick<Ctx, 'db'>, { id, kind }: Board): Promise<Attended | null> {
  const [last] = await db
    .select()
    .from(board)
    .where(and(eq(board.kind, kind), eq(board.state, 'recorded'), isNotNull(board.present), ne(board.id, id)))
    .orderBy(desc(board.meetsOn), desc(board.id))
    .limit(1)
  return last ? attendanceOf(last) : null
}

type Item = typeof boardItem.$inferSelect

/** What was counted on an item; null: nothing. */
export function votesOf({ yes, no, abstained, recused }: Item): Votes | null {
  return yes === null ? null : { yes, no: no ?? 0, abstained: abstained ?? 0, recused: recused ?? 0 }
}

/** The same in words; empty where nothing was counted. */
export function votesSaid(of: Pick<Board, 'present'>, item: Item): string {
  const votes = votesOf(item)
  return votes && of.present !== null ? votesWords(votes, of.present) : ''
}

/** What meetings counted on an application, by the event that recorded it. */
export async function votesOnApplication({ db }: Pick<Ctx, 'db'>, applicationId: number): Promise<Map<number, string>> {
  const rows = await db
    .select({ of: board, item: boardItem, eventId: applicationEvent.id })
    .from(boardItem)
    .innerJoin(board, eq(board.id, boardItem.boardId))
    .innerJoin(
      applicationEvent,
      and(
        eq(applicationEvent.applicationId, boardItem.applicationId),
        eq(applicationEvent.from, 'deciding'),
        eq(applicationEvent.at, board.recordedAt),
      ),
    )
    .where(eq(boardItem.applicationId, applicationId))
  return new Map(rows.map(({ of, item, eventId }) => [eventId, votesSaid(of, item)]))
}
