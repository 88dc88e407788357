import { and, desc, eq, isNotNull, ne } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '#lib/server/api/context.ts'
import { applicationEvent } from '#modules/review/server/tables.ts'
import type { BoardRule } from '../boardRule.ts'
import type { attendance } from '../ruleContract.ts'
import { type Votes, votesWords } from '../votes.ts'
import { readBoardRule } from './boardRules.part.ts'
import { board, boardItem } from './tables.ts'

type Board = typeof board.$inferSelect
type Attended = z.output<typeof attendance>

/**
 * Returns the rule of the meeting: the one under which it was held, else today's; null if it was recorded before there
 * were rules.
 */
export async function appliedRule(ctx: Ctx, of: Board): Promise<BoardRule | null> {
  return of.rule ?? (of.state === 'recorded' ? null : ruleOf(ctx, of))
}

/** Returns the rule of a meeting that is not recorded yet. */
export const ruleOf = async (ctx: Ctx, of: Board): Promise<BoardRule> => of.rule ?? (await readBoardRule(ctx, of.kind))

/** Returns the attendance; null if nothing was recorded. */
export function attendanceOf(of: Board): Attended | null {
  const { entitled, present, onLeave, attendees: names, chair, recorder } = of
  if (present === null && names.length === 0 && !chair && !recorder) return null
  return { entitled, present, onLeave, names, chair, recorder }
}

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

/** Returns the votes on an item; null if none were counted. */
export function votesOf({ yes, no, abstained, recused }: Item): Votes | null {
  return yes === null ? null : { yes, no: no ?? 0, abstained: abstained ?? 0, recused: recused ?? 0 }
}

/** The same in words; empty where nothing was counted. */
export function votesText(of: Pick<Board, 'present'>, item: Item): string {
  const votes = votesOf(item)
  return votes && of.present !== null ? votesWords(votes, of.present) : ''
}

/** Returns the votes of meetings on an application as text, by the id of the event that recorded the decision. */
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
  return new Map(rows.map(({ of, item, eventId }) => [eventId, votesText(of, item)]))
}
