import { and, asc, desc, eq, inArray, notExists, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import { limitToPage, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { type Application, kindOf } from '#modules/review/server/applicationKinds.ts'
import { FOUR_EYES, lastReviewers } from '#modules/review/server/fourEyes.ts'
import { application } from '#modules/review/server/tables.ts'
import { nameOfState } from '#modules/review/workflow.ts'
import { boardStateNames, nameOfBoard } from '../board.ts'
import type { staffBoardContract } from '../contract.ts'
import { board, boardItem } from './tables.ts'

type Endpoints = typeof staffBoardContract
export type Filters = Parsed<Endpoints['GET /staff/board/export']>
export type Board = typeof board.$inferSelect
export type Item = { item: typeof boardItem.$inferSelect; about: Application }

export const matching = ({ state, kind, key }: Filters) =>
  and(
    state ? eq(board.state, state) : undefined,
    kind ? eq(board.kind, kind) : undefined,
    key ? containsWords(board.title, key) : undefined,
  )

/** Counts the items of meetings in a separate query, so that the list query reads one table. */
export async function countItems({ db }: Ctx, boards: readonly Board[]): Promise<Map<number, number>> {
  const ids = boards.map(({ id }) => id)
  const rows = await db
    .select({ id: boardItem.boardId, n: sql<number>`count(*)` })
    .from(boardItem)
    .where(inArray(boardItem.boardId, ids))
    .groupBy(boardItem.boardId)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

export const boardRow = ({ id, title, kind, meetsOn, place, state, version }: Board, items: number) => ({
  id,
  title,
  kind,
  kindName: nameOfBoard(kind),
  meetsOn,
  place,
  version,
  items,
  state,
  stateName: boardStateNames[state],
})

export const boardsHandlers = {
  'GET /staff/board/list': async (ctx, asked) => {
    const where = matching(asked)
    const rows = await limitToPage(
      asked,
      ctx.db
        .select()
        .from(board)
        .where(where)
        .orderBy(sql`${board.state} = 'recorded'`, desc(board.meetsOn), desc(board.id)),
    )
    const total = await countOf(ctx.db, sql`select 1 from ${board} where ${where ?? sql`true`}`)
    const items = await countItems(ctx, rows)
    return toPage(
      rows.map(row => boardRow(row, items.get(row.id) ?? 0)),
      total,
      asked,
    )
  },
  'GET /staff/board/candidates': async (ctx, asked) => {
    const onAgenda = ctx.db
      .select({ one: sql`1` })
      .from(boardItem)
      .where(sql`${boardItem.applicationId} = ${application.id} and ${boardItem.outcome} is null`)
    const where = and(
      eq(application.state, 'deciding'),
      notExists(onAgenda),
      asked.kind ? eq(application.kind, asked.kind) : undefined,
      asked.key ? containsWords(application.title, asked.key) : undefined,
    )
    const rows = await limitToPage(
      asked,
      ctx.db.select().from(application).where(where).orderBy(asc(application.stateSince), asc(application.id)),
    )
    const total = await countOf(ctx.db, sql`select 1 from ${application} where ${where}`)
    const notes = await notesOf(ctx, rows)
    return toPage(
      rows.map(row => matterOf(row, notes)),
      total,
      asked,
    )
  },
} satisfies Partial<Handlers<Endpoints>>

export async function readBoard({ db }: Pick<Ctx, 'db'>, id: number): Promise<Board> {
  const [found] = await db.select().from(board).where(eq(board.id, id))
  if (!found) throw notFound('没有这次审议会')
  return found
}

/** Returns the agenda in order. */
export const readItems = ({ db }: Pick<Ctx, 'db'>, boardId: number): Promise<Item[]> =>
  db
    .select({ item: boardItem, about: application })
    .from(boardItem)
    .innerJoin(application, eq(application.id, boardItem.applicationId))
    .where(eq(boardItem.boardId, boardId))
    .orderBy(asc(boardItem.place), asc(boardItem.applicationId))

export const matterOf = (about: Application, notes: Notes) => ({
  applicationId: about.id,
  number: about.number ?? '',
  kind: about.kind,
  kindName: kindOf(about).name,
  title: about.title,
  status: about.state,
  statusName: nameOfState(about.state),
  since: iso(about.stateSince),
  notes: notes.get(about.id)?.notes ?? [],
})

export type Notes = Map<number, { notes: { label: string; text: string }[]; lacks: string | undefined }>

/** Collects the notes for a meeting from the kinds of the applications. */
export async function notesOf(ctx: Ctx, applications: readonly Application[]): Promise<Notes> {
  const notes: Notes = new Map()
  for (const [kind, ours] of Map.groupBy(applications, ({ kind }) => kind)) {
    const { agenda } = kindOf({ kind })
    for (const [id, { cells, lacks }] of (await agenda?.rows(ctx, ours)) ?? []) {
      const all = agenda!.columns.map(({ name }, i) => ({ label: name, text: cells[i] ?? '' }))
      notes.set(id, { notes: all, lacks })
    }
  }
  return notes
}

/** Why who asks may not record a decision on them: it has left the council, something is missing, or they reviewed it. */
export async function hindrancesOf(ctx: Ctx, items: readonly Item[], notes: Notes): Promise<Map<number, string>> {
  const reviewers = await lastReviewers(
    ctx,
    items.map(({ about }) => about.id),
  )
  return new Map(
    items.flatMap(({ about: { id, state } }) => {
      if (state !== 'deciding') return [[id, `现在的状态是“${nameOfState(state)}”，请从议程中移除`]]
      const lacks = notes.get(id)?.lacks
      if (lacks) return [[id, lacks]]
      return reviewers.get(id) === signedInActor(ctx).accountId ? [[id, FOUR_EYES]] : []
    }),
  )
}

/** Builds the conflict error that names who changed the meeting, and when. */
export const boardConflict = ({ state, actorName, updatedAt }: Board) =>
  conflict(
    `已由 ${actorName} 于 ${minute(iso(updatedAt))} 处理：${boardStateNames[state]}。请刷新后查看，再决定怎样修改`,
  )
