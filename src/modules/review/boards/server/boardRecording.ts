import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { conflict, invalid, Refusal } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { advance } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import type { Outcome } from '../board.ts'
import type { staffBoardContract } from '../contract.ts'
import { lockBoard, writeBoard } from './boardChanges.ts'
import { hindrancesOf, type Item, notesOf, readItems } from './boards.ts'
import { boardItem } from './tables.ts'

type Recording = (typeof staffBoardContract)['POST /staff/board/record']
type Decision = { outcome: Outcome; reason: string }

/** One decision for the whole agenda but its exceptions: everything that follows from it happens at once, or nothing. */
export async function recordBoard(ctx: Ctx, given: Parsed<Recording>): Promise<Output<Recording>> {
  return ctx.db.transaction(async db => {
    const tx = { ...ctx, db }
    const of = await lockBoard(tx, given)
    if (of.state !== 'held') throw conflict('请先标记会议已召开，再记录审议结果')
    const items = await lockItems(tx, of.id)
    const decisions = decisionsOf(items, given)
    await mayRecord(tx, items)
    const actorName = await ownName(tx)
    for (const { about } of items) {
      const { outcome, reason } = decisions.get(about.id)!
      await db
        .update(boardItem)
        .set({ outcome, reason })
        .where(and(eq(boardItem.boardId, of.id), eq(boardItem.applicationId, about.id)))
      if (outcome === 'postpone') continue
      const opinion = outcome === 'pass' ? given.opinion : reason
      await advance(tx, about, { action: outcome, by: 'staff', actorName, opinion })
    }
    await attachFiles(tx, given.fileIds)
    const { opinion, fileIds } = given
    const after = { state: 'recorded', opinion, outcomes: Object.fromEntries(decisions) }
    const changes = { state: 'recorded' as const, opinion, fileIds, recordedAt: ctx.now }
    return writeBoard(tx, of, changes, { action: 'recorded', before: { state: of.state }, after })
  })
}

/** By number, as everybody who locks several does; then as they are called up, with what they are now. */
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

function decisionsOf(items: readonly Item[], { exceptions }: Parsed<Recording>): Map<number, Decision> {
  const decisions = new Map<number, Decision>(items.map(({ about }) => [about.id, { outcome: 'pass', reason: '' }]))
  const faults: Record<string, string> = {}
  for (const { applicationId, outcome, reason } of exceptions) {
    if (!decisions.has(applicationId)) throw invalid('例外中有议程上没有的申请，请刷新后重新填写')
    if (outcome === 'reject' && !reason) faults[applicationId] = '请填写不予通过的理由，申请人会看到'
    decisions.set(applicationId, { outcome, reason })
  }
  if (Object.keys(faults).length) throw invalid('不予通过须说明理由', faults)
  return decisions
}

/** Row by row what hinders; postponed or not, since who reviewed has no part in the decision. */
async function mayRecord(ctx: Ctx, items: readonly Item[]) {
  const abouts = items.map(({ about }) => about)
  const hindrances = await hindrancesOf(ctx, items, await notesOf(ctx, abouts))
  if (hindrances.size === 0) return
  const message = `有 ${hindrances.size} 项不能由您记录，全部都没有记录。请按各行的说明处理后再试`
  throw new Refusal(409, message, Object.fromEntries(hindrances))
}

export const boardRecordingHandlers = {
  'POST /staff/board/record': recordBoard,
} satisfies Partial<Handlers<typeof staffBoardContract>>
