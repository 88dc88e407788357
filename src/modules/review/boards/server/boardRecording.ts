import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { conflict, invalid, Refusal } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { advanceApplication } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import type { BoardRule } from '../boardRule.ts'
import type { staffBoardContract } from '../contract.ts'
import { votesWords } from '../votes.ts'
import { ruleOf } from './attendances.ts'
import { lockBoard, writeBoard } from './boardChanges.ts'
import { type Board, hindrancesOf, type Item, notesOf, readItems } from './boards.ts'
import {
  type Attendance,
  type Decision,
  type Recorded,
  type Recording,
  refuseFaults,
  votesIn,
} from './recordingFaults.ts'
import { boardItem } from './tables.ts'

type Call = (typeof staffBoardContract)['POST /staff/board/record']

/**
 * Records the decisions of a meeting after checking the charter's quorum and majority: one outcome for the whole agenda
 * with exceptions. All effects happen in one transaction.
 */
export async function recordBoard(ctx: Ctx, given: Recording): Promise<Output<Call>> {
  return inTransaction(ctx, async tx => {
    const of = await lockBoard(tx, given)
    if (of.state !== 'held') throw conflict('请先标记会议已召开，再记录审议结果')
    const rule = await ruleOf(tx, of)
    const items = await lockItems(tx, of.id)
    const recorded = { rule, attendance: attendanceIn(given), ...decisionsOf(items, given, rule) }
    refuseFaults(recorded)
    await refuseHindered(tx, items)
    const actorName = await ownName(tx)
    for (const { about } of items) {
      const { outcome, reason } = await writeItem(tx, of, about.id, recorded)
      if (outcome === 'postpone') continue
      const opinion = outcome === 'pass' ? given.opinion : reason
      await advanceApplication(tx, about, { action: outcome, by: 'staff', actorName, opinion })
    }
    await attachFiles(tx, given.fileIds)
    return writeRecord(tx, of, given, { ...recorded, said: votesByTitle(items, recorded) })
  })
}

async function writeItem({ db }: Ctx, { id }: Board, applicationId: number, { decisions, votes }: Recorded) {
  const decision = decisions.get(applicationId)!
  await db
    .update(boardItem)
    .set({ ...decision, ...votesIn(votes.get(applicationId)) })
    .where(and(eq(boardItem.boardId, id), eq(boardItem.applicationId, applicationId)))
  return decision
}

type RecordedWithVotes = Recorded & { said: Record<string, string> }

function writeRecord(
  ctx: Ctx,
  of: Board,
  { opinion, fileIds }: Recording,
  { rule, attendance, decisions, said }: RecordedWithVotes,
) {
  const { names, onLeave, ...present } = attendance
  const attended = { ...present, onLeave: onLeave ?? 0, attendees: names }
  const changes = { state: 'recorded' as const, opinion, fileIds, rule, ...attended, recordedAt: ctx.now }
  const after = { state: 'recorded', opinion, ...attended, outcomes: Object.fromEntries(decisions), votes: said }
  return writeBoard(ctx, of, changes, { action: 'recorded', before: { state: of.state }, after })
}

/** Formats the votes on each item for the audit log. */
const votesByTitle = (items: readonly Item[], { attendance: { present }, votes }: Recorded): Record<string, string> =>
  Object.fromEntries(
    items.flatMap(({ about }) => {
      const counted = votesIn(votes.get(about.id))
      return counted ? [[about.title, votesWords(counted, present ?? 0)]] : []
    }),
  )

/**
 * Locks the applications in order of id, as all code that locks several does, to avoid deadlocks; then reads them again
 * in agenda order.
 */
async function lockItems(ctx: Ctx, boardId: number): Promise<Item[]> {
  const ids = (await readItems(ctx, boardId)).map(({ about }) => about.id)
  await ctx.db
    .select({ id: application.id })
    .from(application)
    .where(inArray(application.id, ids))
    .orderBy(asc(application.id))
    .for('update')
  return readItems(ctx, boardId)
}

const NO_ATTENDANCE: Attendance = { entitled: null, present: null, onLeave: null, names: [], chair: '', recorder: '' }

const attendanceIn = ({ attendance = NO_ATTENDANCE }: Recording): Attendance => ({
  ...attendance,
  names: attendance.names.filter(name => name !== ''),
})

function decisionsOf(items: readonly Item[], { exceptions, votes }: Recording, { vote }: BoardRule) {
  const decisions = new Map<number, Decision>(items.map(({ about }) => [about.id, { outcome: 'pass', reason: '' }]))
  for (const { applicationId, outcome, reason } of exceptions) {
    if (!decisions.has(applicationId)) throw invalid('例外中有议程上没有的申请，请刷新后重新填写')
    decisions.set(applicationId, { outcome, reason })
  }
  if (votes.some(({ applicationId }) => !decisions.has(applicationId)))
    throw invalid('票数中有议程上没有的申请，请刷新后重新填写')
  if (!vote && votes.length > 0) throw invalid('这类会议不逐项计票，不能填写票数')
  return { decisions, votes: new Map(votes.map(counted => [counted.applicationId, counted])) }
}

/** Row by row what hinders; postponed or not, since who reviewed has no part in the decision. */
async function refuseHindered(ctx: Ctx, items: readonly Item[]) {
  const abouts = items.map(({ about }) => about)
  const hindrances = await hindrancesOf(ctx, items, await notesOf(ctx, abouts))
  if (hindrances.size === 0) return
  const message = `有 ${hindrances.size} 项不能由您记录，全部都没有记录。请按各行的说明处理后再试`
  throw new Refusal(409, message, Object.fromEntries(hindrances))
}

export const boardRecordingHandlers = {
  'POST /staff/board/record': recordBoard,
} satisfies Partial<Handlers<typeof staffBoardContract>>
