import { asc, eq, inArray } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { isDatabaseError } from '#lib/server/database/db.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { application } from '#modules/review/server/tables.ts'
import { boardStateNames } from '../board.ts'
import { ruleSentences } from '../boardRule.ts'
import type { staffBoardContract } from '../contract.ts'
import { readBoardRule } from './boardRules.part.ts'
import { type Board, boardConflict, readItems } from './boards.ts'
import { board, boardItem } from './tables.ts'

type Endpoints = typeof staffBoardContract
type Changed = Output<Endpoints['POST /staff/board/save']>
type Known = { id: number; version: number }

/** The row, locked, as whoever asks has seen it. */
export async function lockBoard({ db }: Ctx, { id, version }: Known): Promise<Board> {
  const [found] = await db.select().from(board).where(eq(board.id, id)).for('update')
  if (!found) throw notFound('没有这次审议会')
  if (found.version !== version || found.state === 'recorded') throw boardConflict(found)
  return found
}

/** Writes it, with a line in the log of what is different. */
export async function writeBoard(ctx: Ctx, of: Board, changes: Partial<Board>, step: Step): Promise<Changed> {
  const [written] = await ctx.db
    .update(board)
    .set({ ...changes, version: of.version + 1, actorName: await ownName(ctx), updatedAt: ctx.now })
    .where(eq(board.id, of.id))
    .returning()
  await recordChange(ctx, {
    action: `board.${step.action}`,
    objectType: 'board',
    objectId: of.id,
    objectName: written!.title,
    before: step.before ?? of,
    after: step.after ?? { ...of, ...changes },
  })
  return changed(written!)
}
type Step = { action: string; before?: Record<string, unknown>; after?: Record<string, unknown> }

const changed = ({ id, version, state }: Board): Changed => ({ id, version, state, stateName: boardStateNames[state] })

export async function saveBoard(
  ctx: Ctx,
  { id, version, ...given }: Parsed<Endpoints['POST /staff/board/save']>,
): Promise<Changed> {
  return inTransaction(ctx, async tx => {
    if (id !== undefined) {
      const of = await lockBoard(tx, { id, version: version ?? 0 })
      const isOther = of.state === 'held' && of.kind !== given.kind
      const rule = isOther ? await readBoardRule(tx, given.kind) : of.rule
      return writeBoard(tx, of, { ...given, rule }, { action: 'save', before: of, after: { ...of, ...given } })
    }
    const at = { actorName: await ownName(tx), createdAt: ctx.now, updatedAt: ctx.now }
    const [made] = await tx.db
      .insert(board)
      .values({ ...given, ...at })
      .returning()
    await recordChange(tx, {
      action: 'board.create',
      objectType: 'board',
      objectId: made!.id,
      objectName: made!.title,
      before: {},
      after: given,
    })
    return changed(made!)
  })
}

/** The whole agenda anew. What is on another meeting's, or with no meeting's business, is told by name. */
export async function setItems(
  ctx: Ctx,
  { id, version, applicationIds }: Parsed<Endpoints['POST /staff/board/items']>,
): Promise<Changed> {
  const wanted = [...new Set(applicationIds)]
  const change = inTransaction(ctx, async tx => {
    const of = await lockBoard(tx, { id, version })
    if (of.state !== 'planned') throw conflict('会议已召开，议程不能再改；确需修改的，请先退回筹备')
    const before = await readItems(tx, id)
    await refuseUndecidable(tx, wanted, new Set(before.map(({ about }) => about.id)))
    await tx.db.delete(boardItem).where(eq(boardItem.boardId, id))
    if (wanted.length)
      await tx.db
        .insert(boardItem)
        .values(wanted.map((applicationId, i) => ({ boardId: id, applicationId, place: i + 1 })))
    return writeBoard(
      tx,
      of,
      {},
      {
        action: 'agenda',
        before: { agenda: before.map(({ about }) => about.id) },
        after: { agenda: wanted },
      },
    )
  })
  return change.catch(error => {
    if (isDatabaseError(error.cause) && error.cause.constraint === 'board_item_open')
      throw conflict('有申请刚刚被列入了另一次审议会，请刷新后重新选择')
    throw error
  })
}

/**
 * Refuses new items that are not waiting for a decision. Items already on the agenda may stay; recording reports their
 * status.
 */
async function refuseUndecidable({ db }: Ctx, ids: number[], known: ReadonlySet<number>) {
  const fresh = ids.filter(id => !known.has(id))
  const rows = await db.select().from(application).where(inArray(application.id, fresh)).orderBy(asc(application.id))
  const foreign = rows.filter(({ state }) => state !== 'deciding')
  if (rows.length < fresh.length) throw invalid('所选的申请不存在，请刷新后重新选择')
  if (foreign.length) throw conflict(`${foreign.map(({ title }) => title).join('、')}不在待审议状态，请刷新后重新选择`)
}

/**
 * Changes the state of a meeting. Marking it held fixes the rule of that day; moving it back to planning removes the
 * rule.
 */
export async function moveBoard(
  ctx: Ctx,
  { id, version, to }: Parsed<Endpoints['POST /staff/board/move']>,
): Promise<Changed> {
  return inTransaction(ctx, async tx => {
    const of = await lockBoard(tx, { id, version })
    if (of.state === to) throw boardConflict(of)
    if (to === 'held' && (await readItems(tx, id)).length === 0)
      throw conflict('议程上还没有申请，请先从待审议的申请中选入')
    const rule = to === 'held' ? await readBoardRule(tx, of.kind) : null
    const before = { state: of.state, rule: of.rule && ruleSentences(of.rule) }
    const after = { state: to, rule: rule && ruleSentences(rule) }
    return writeBoard(tx, of, { state: to, rule }, { action: to, before, after })
  })
}

export const boardChangesHandlers = {
  'POST /staff/board/save': saveBoard,
  'POST /staff/board/items': setItems,
  'POST /staff/board/move': moveBoard,
} satisfies Partial<Handlers<Endpoints>>
