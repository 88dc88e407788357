import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byPinyin } from '#lib/server/registers/registerColumns.ts'
import { conflictMessage } from '#modules/audit/server/changes.ts'
import { surveyFilters } from '../surveyFilters.ts'
import { audienceNames, identityNames, type SurveyState, surveyStateNames } from '../surveyWords.ts'
import { survey, surveyAnswer, surveyRespondent, surveyVersion } from './tables.ts'

export type Survey = typeof survey.$inferSelect
export type Version = typeof surveyVersion.$inferSelect

export async function findSurvey({ db }: Pick<Ctx, 'db'>, id: number): Promise<Survey> {
  const [found] = await db.select().from(survey).where(eq(survey.id, id))
  if (!found) throw notFound('没有这份问卷')
  return found
}

/** Locks a survey as its reader has seen it. */
export async function lockSeen(ctx: Ctx, { id, version }: { id: number; version?: number | undefined }) {
  const [of] = await ctx.db.select().from(survey).where(eq(survey.id, id)).for('update')
  if (!of) return findSurvey(ctx, id)
  if (of.version !== version) throw conflict(await conflictMessage(ctx, { objectType: 'survey', objectId: id }))
  return of
}

export async function writeSurvey(ctx: Ctx, { id }: Pick<Survey, 'id'>, set: Partial<Survey>): Promise<Survey> {
  const [after] = await ctx.db
    .update(survey)
    .set({ ...set, version: sql`${survey.version} + 1`, updatedAt: ctx.now })
    .where(eq(survey.id, id))
    .returning()
  return after!
}

export const movedOf = ({ id, version }: Survey) => ({ id, version })
export const named = ({ id, title }: Pick<Survey, 'id' | 'title'>) => ({
  objectType: 'survey',
  objectId: id,
  objectName: title,
})

/** The state as it is now: one whose time has passed is closed, whether or not somebody has pressed the button. */
export const stateNow = ({ state, closesAt }: Pick<Survey, 'state' | 'closesAt'>, { now }: Pick<Ctx, 'now'>) =>
  state === 'open' && closesAt !== null && closesAt <= now ? ('closed' as const) : state

/** The same in a query. */
export const stateInQuery = ({ now }: Pick<Ctx, 'now'>): SQL =>
  sql`case when ${survey.state} = 'open' and ${survey.closesAt} <= ${now.toISOString()} then 'closed' else ${survey.state} end`

export function refuseUnless(of: Survey, ctx: Pick<Ctx, 'now'>, ...states: SurveyState[]): void {
  const state = stateNow(of, ctx)
  if (!states.includes(state)) throw conflict(`这份问卷${surveyStateNames[state]}，不能这样办理`)
}

/** All versions that were published, the first one first. */
export const readVersions = ({ db }: Pick<Ctx, 'db'>, { id }: Pick<Survey, 'id'>): Promise<Version[]> =>
  db.select().from(surveyVersion).where(eq(surveyVersion.surveyId, id)).orderBy(surveyVersion.number)

export async function latestVersion({ db }: Pick<Ctx, 'db'>, { id }: Pick<Survey, 'id'>): Promise<Version | undefined> {
  const [found] = await db
    .select()
    .from(surveyVersion)
    .where(eq(surveyVersion.surveyId, id))
    .orderBy(desc(surveyVersion.number))
    .limit(1)
  return found
}

export const isHandedIn = sql`${surveyAnswer.handedInOn} is not null`

/** Counts the answers that came, without drafts. */
export const countAnswers = ({ db }: Pick<Ctx, 'db'>, { id }: Pick<Survey, 'id'>): Promise<number> =>
  db.$count(surveyAnswer, and(eq(surveyAnswer.surveyId, id), isHandedIn))

const answersOf = sql<number>`(select count(*) from ${surveyAnswer}
  where ${surveyAnswer.surveyId} = ${survey.id} and ${isHandedIn})`
const respondentsOf = sql<number>`(select count(*) from ${surveyRespondent}
  where ${surveyRespondent.surveyId} = ${survey.id})`

async function readEntries(ctx: Pick<Ctx, 'db' | 'now'>, ids: readonly number[]) {
  const rows = await ctx.db
    .select({
      of: survey,
      answers: sql<number>`count(distinct ${surveyAnswer.id}) filter (where ${isHandedIn})`.mapWith(Number),
      respondents: sql<number>`count(distinct ${surveyRespondent.id})`.mapWith(Number),
    })
    .from(survey)
    .leftJoin(surveyAnswer, eq(surveyAnswer.surveyId, survey.id))
    .leftJoin(surveyRespondent, eq(surveyRespondent.surveyId, survey.id))
    .where(inArray(survey.id, [...ids]))
    .groupBy(survey.id)
  return rows.map(row => ({ ...row, state: stateNow(row.of, ctx) }))
}
type Entry = Awaited<ReturnType<typeof readEntries>>[number]

export async function readEntry(ctx: Pick<Ctx, 'db' | 'now'>, id: number): Promise<Entry> {
  const [entry] = await readEntries(ctx, [id])
  if (!entry) throw notFound('没有这份问卷')
  return entry
}

export const toRow = ({ of, state, answers, respondents }: Entry) => ({
  id: of.id,
  title: of.title,
  state,
  stateName: surveyStateNames[state],
  audience: of.audience,
  identity: of.identity,
  closesAt: of.closesAt && iso(of.closesAt),
  respondents,
  answers,
})

/** 问卷: forms of the association's own, with what came back. */
export const surveyRegister = defineRegister({
  name: '问卷',
  views: { code: 'survey', permission: 'staff:surveys' },
  filters: surveyFilters,
  from: sql`${survey}`,
  id: survey.id,
  newest: survey.createdAt,
  where: {
    key: words => containsWords(survey.title, words),
    state: (state, ctx) => sql`${stateInQuery(ctx)} = ${state}`,
    audience: survey.audience,
    identity: survey.identity,
    closesFrom: day => sql`(${survey.closesAt} at time zone 'Asia/Shanghai')::date >= ${day}`,
    closesTo: day => sql`(${survey.closesAt} at time zone 'Asia/Shanghai')::date <= ${day}`,
  },
  read: readEntries,
  row: toRow,
  columns: {
    title: { heading: '名称', width: 36, value: ({ of }) => of.title, sort: byPinyin(survey.title) },
    audience: { heading: '对象', width: 20, value: ({ of }) => audienceNames[of.audience], sort: survey.audience },
    identity: { heading: '署名', width: 8, value: ({ of }) => identityNames[of.identity], sort: survey.identity },
    closesAt: {
      heading: '截止',
      width: 18,
      value: ({ of }) => of.closesAt && minute(iso(of.closesAt)),
      sort: sql`coalesce(${survey.closesAt}, 'infinity')`,
      empty: '未定',
      nowrap: true,
    },
    respondents: {
      heading: '名单',
      width: 8,
      value: ({ respondents }) => respondents || null,
      sort: respondentsOf,
      empty: '—',
      isFigure: true,
    },
    answers: { heading: '已交', width: 8, value: ({ answers }) => answers, sort: answersOf, isFigure: true },
    stateName: {
      heading: '状态',
      width: 10,
      value: ({ state }) => surveyStateNames[state],
      sort: survey.state,
      nowrap: true,
    },
  },
  listed: ['title', 'audience', 'identity', 'closesAt', 'respondents', 'answers', 'stateName'],
})
