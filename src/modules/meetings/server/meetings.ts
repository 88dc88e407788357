import { and, asc, desc, eq, inArray, notExists, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import { limitToPage, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { body } from '#modules/posts/server/tables.ts'
import { type Application, kindOf } from '#modules/review/server/applicationKinds.ts'
import { FOUR_EYES, lastReviewers } from '#modules/review/server/fourEyes.ts'
import { application } from '#modules/review/server/tables.ts'
import { nameOfState } from '#modules/review/workflow.ts'
import { stateNameOf } from '../meetingWords.ts'
import type { staffMeetingContract } from '../staffContract.ts'
import { agendaKind, meeting, meetingItem } from './tables.ts'

type Endpoints = typeof staffMeetingContract
export type Filters = Parsed<Endpoints['GET /staff/meeting/export']>
export type Meeting = typeof meeting.$inferSelect
/** An item with its application; a free item has none. */
export type Item = {
  item: typeof meetingItem.$inferSelect
  about: Application | null
  title: string
  kindName: string
  number: string
}

export const matching = ({ state, bodyId, key }: Filters) =>
  and(
    state ? eq(meeting.state, state) : undefined,
    bodyId ? eq(meeting.bodyId, bodyId) : undefined,
    key ? containsWords(meeting.title, key) : undefined,
  )

/** Counts the items of meetings in a separate query, so that the list query reads one table. */
export async function countItems({ db }: Ctx, meetings: readonly Meeting[]): Promise<Map<number, number>> {
  const ids = meetings.map(({ id }) => id)
  const rows = await db
    .select({ id: meetingItem.meetingId, n: sql<number>`count(*)`.mapWith(Number) })
    .from(meetingItem)
    .where(inArray(meetingItem.meetingId, ids))
    .groupBy(meetingItem.meetingId)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** Names of all bodies, also of those that ended. */
export async function bodyNames({ db }: Pick<Ctx, 'db'>): Promise<Map<number, string>> {
  const rows = await db.select({ id: body.id, name: body.name }).from(body)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const meetingRow = (of: Meeting, bodyName: string, items: number) => ({
  id: of.id,
  title: of.title,
  bodyId: of.bodyId,
  bodyName,
  meetsOn: of.meetsOn,
  startsAt: of.startsAt,
  place: of.place,
  version: of.version,
  items,
  state: of.state,
  isWritten: of.isWritten,
  votesUntil: of.votesUntil && iso(of.votesUntil),
  stateName: stateNameOf(of),
})

export const meetingListHandlers = {
  'GET /staff/meeting/list': async (ctx, asked) => {
    const where = matching(asked)
    const rows = await limitToPage(
      asked,
      ctx.db
        .select()
        .from(meeting)
        .where(where)
        .orderBy(sql`${meeting.state} in ('recorded', 'adjourned')`, desc(meeting.meetsOn), desc(meeting.id)),
    )
    const total = await countOf(ctx.db, sql`select 1 from ${meeting} where ${where ?? sql`true`}`)
    const items = await countItems(ctx, rows)
    const names = await bodyNames(ctx)
    return toPage(
      rows.map(row => meetingRow(row, names.get(row.bodyId)!, items.get(row.id) ?? 0)),
      total,
      asked,
    )
  },
  'GET /staff/meeting/choices': async ({ db }) => ({
    bodies: await db
      .select({ id: body.id, name: body.name })
      .from(body)
      .where(eq(body.isEnded, false))
      .orderBy(asc(body.sort), asc(body.id)),
    kinds: await db
      .select({ id: agendaKind.id, name: agendaKind.name })
      .from(agendaKind)
      .where(eq(agendaKind.isOpen, true))
      .orderBy(asc(agendaKind.sort), asc(agendaKind.id)),
  }),
  'GET /staff/meeting/candidates': async (ctx, asked) => {
    const onAgenda = ctx.db
      .select({ one: sql`1` })
      .from(meetingItem)
      .where(sql`${meetingItem.applicationId} = ${application.id} and ${meetingItem.outcome} is null`)
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
      rows.map(row => candidateOf(row, notes)),
      total,
      asked,
    )
  },
} satisfies Partial<Handlers<Endpoints>>

export async function readMeeting({ db }: Pick<Ctx, 'db'>, id: number): Promise<Meeting> {
  const [found] = await db.select().from(meeting).where(eq(meeting.id, id))
  if (!found) throw notFound('没有这次会议')
  return found
}

/** Returns the agenda in order. */
export async function readItems({ db }: Pick<Ctx, 'db'>, meetingId: number): Promise<Item[]> {
  const rows = await db
    .select({ item: meetingItem, about: application, ownKind: agendaKind.name })
    .from(meetingItem)
    .leftJoin(application, eq(application.id, meetingItem.applicationId))
    .leftJoin(agendaKind, eq(agendaKind.id, meetingItem.kindId))
    .where(eq(meetingItem.meetingId, meetingId))
    .orderBy(asc(meetingItem.place), asc(meetingItem.id))
  return rows.map(toItem)
}

export const toItem = (row: Pick<Item, 'item' | 'about'> & { ownKind: string | null }): Item => ({
  item: row.item,
  about: row.about,
  title: row.about?.title ?? row.item.title,
  kindName: row.about ? kindOf(row.about).name : (row.ownKind ?? ''),
  number: row.about?.number ?? '',
})

/** The applications among the items. */
export const applicationsIn = (items: readonly Item[]): Application[] => items.flatMap(({ about }) => about ?? [])

const candidateOf = (about: Application, notes: Notes) => ({
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

/**
 * Why the caller may not record a decision, by item: the application has left the meeting, something is missing, or they
 * reviewed it.
 */
export async function hindrancesOf(ctx: Ctx, items: readonly Item[], notes: Notes): Promise<Map<number, string>> {
  const reviewers = await lastReviewers(
    ctx,
    applicationsIn(items).map(({ id }) => id),
  )
  const hindranceTo = ({ id, state }: Application): string | undefined => {
    if (state !== 'deciding') return `现在的状态是“${nameOfState(state)}”，请从议程中移除`
    const lacks = notes.get(id)?.lacks
    if (lacks) return lacks
    return reviewers.get(id) === signedInActor(ctx).accountId ? FOUR_EYES : undefined
  }
  return new Map(
    items.flatMap(({ item, about }) => {
      const hindrance = about && hindranceTo(about)
      return hindrance ? [[item.id, hindrance] as const] : []
    }),
  )
}

/** Builds the conflict error that names who changed the meeting, and when. */
export const meetingConflict = (of: Meeting) =>
  conflict(
    `已由 ${of.actorName} 于 ${minute(iso(of.updatedAt))} 处理：${stateNameOf(of)}。请刷新后查看，再决定怎样修改`,
  )
