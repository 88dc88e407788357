import { and, eq, gte, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName } from '#lib/server/registers/registerColumns.ts'
import { record } from '#modules/audit/server/record.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import { appointment, term } from '#modules/posts/server/tables.ts'
import type { staffSurveysContract } from '../staffContract.ts'
import { respondentFilters } from '../surveyFilters.ts'
import { type AnswerState, answerStateNames, MAX_RESPONDENTS } from '../surveyWords.ts'
import { invite, remind } from './inviting.ts'
import { findSurvey, named, refuseUnless, type Survey, stateNow } from './surveys.ts'
import { survey, surveyAnswer, surveyRespondent } from './tables.ts'

type Endpoints = typeof staffSurveysContract
type Given<K extends keyof Endpoints> = Parsed<Endpoints[K]>
type Whom = { key: string; name: string; organisationId?: number; personId?: number; accountId?: number }

const hasDraft = sql`exists (select 1 from ${surveyAnswer} where ${surveyAnswer.respondentId} = ${surveyRespondent.id})`
const stateOf = sql<AnswerState>`case when ${surveyRespondent.answeredOn} is not null then 'in'
  when ${hasDraft} then 'draft' else 'none' end`

/** 名单: who is asked, and who has answered; never what. */
export const respondentRegister = defineRegister({
  name: '问卷名单',
  views: { code: 'surveyRespondent', permission: 'staff:surveys', unkept: ['key', 'surveyId'] },
  filters: respondentFilters,
  from: sql`${surveyRespondent}`,
  id: surveyRespondent.id,
  newest: surveyRespondent.id,
  where: {
    surveyId: surveyRespondent.surveyId,
    key: words => containsWords(surveyRespondent.name, words),
    state: state => sql`${stateOf} = ${state}`,
    late: flag =>
      flag === 'yes' ? sql`${surveyRespondent.lateUntil} is not null` : isNull(surveyRespondent.lateUntil),
  },
  // A subquery within a query of one table would not name its columns by their table.
  read: ({ db }, ids) =>
    db
      .select({ of: surveyRespondent, draft: surveyAnswer.id, survey: { closesAt: survey.closesAt } })
      .from(surveyRespondent)
      .innerJoin(survey, eq(survey.id, surveyRespondent.surveyId))
      .leftJoin(surveyAnswer, eq(surveyAnswer.respondentId, surveyRespondent.id))
      .where(inArray(surveyRespondent.id, [...ids])),
  row: ({ of, draft }) => {
    const state: AnswerState = of.answeredOn ? 'in' : draft === null ? 'none' : 'draft'
    return {
      id: of.id,
      name: of.name,
      state,
      stateName: answerStateNames[state],
      answeredOn: of.answeredOn,
      lateUntil: of.lateUntil,
    }
  },
  columns: {
    name: { heading: '单位或姓名', width: 36, value: ({ of }) => of.name, sort: byName(surveyRespondent.name) },
    stateName: {
      heading: '填写',
      width: 10,
      value: ({ of, draft }) => answerStateNames[of.answeredOn ? 'in' : draft === null ? 'none' : 'draft'],
      nowrap: true,
    },
    answeredOn: {
      heading: '交卷日期',
      width: 12,
      value: ({ of }) => of.answeredOn,
      sort: sql`coalesce(${surveyRespondent.answeredOn}, '-infinity')`,
      empty: '—',
      nowrap: true,
    },
    invitedOn: {
      heading: '通知',
      width: 12,
      value: ({ of }) => of.invitedAt && dayOf(of.invitedAt),
      empty: '未通知',
      nowrap: true,
    },
    remindedOn: {
      heading: '催交',
      width: 12,
      value: ({ of }) => of.remindedAt && dayOf(of.remindedAt),
      empty: '—',
      nowrap: true,
    },
    lateUntil: { heading: '准许迟交到', width: 12, value: ({ of }) => of.lateUntil, empty: '—', nowrap: true },
  },
  listed: ['name', 'stateName', 'answeredOn', 'remindedOn', 'lateUntil'],
})

/** Members in good standing, narrowed as it was asked. */
async function membersFor(
  { db }: Ctx,
  { kind, levelCode, trade, provinceCode, tag }: Given<'POST /staff/survey/roll/add'>,
) {
  const wanted: (SQL | undefined)[] = [
    inArray(member.status, ['active', 'unpaid', 'overdue']),
    kind ? eq(member.kind, kind) : undefined,
    levelCode === undefined ? undefined : eq(member.levelCode, levelCode),
    provinceCode ? sql`coalesce(${organisation.provinceCode}, ${person.provinceCode}) = ${provinceCode}` : undefined,
    trade ? sql`${trade} = any(${organisation.categories})` : undefined,
    tag ? sql`${tag} = any(coalesce(${organisation.tags}, ${person.tags}))` : undefined,
  ]
  const rows = await db
    .select({
      organisationId: member.organisationId,
      personId: member.personId,
      name: sql<string>`coalesce(${organisation.name}, ${person.name})`,
    })
    .from(member)
    .leftJoin(organisation, eq(organisation.id, member.organisationId))
    .leftJoin(person, eq(person.id, member.personId))
    .where(and(...wanted))
  return rows.map(({ organisationId, personId, name }) => toWhom(name, { organisationId, personId }))
}

function toWhom(
  name: string,
  {
    organisationId,
    personId,
    accountId,
  }: { organisationId?: number | null; personId?: number | null; accountId?: number | null },
): Whom {
  if (organisationId) return { key: `organisation ${organisationId}`, name, organisationId }
  if (personId) return { key: `person ${personId}`, name, personId }
  return { key: `account ${accountId}`, name, accountId: accountId! }
}

/** Whoever holds a post in the body today: by their own login, else their organisation. The others are named. */
async function holdersIn({ db, now }: Ctx, bodyId: number): Promise<{ found: Whom[]; left: string[] }> {
  const today = dayOf(now)
  const until = sql`coalesce(${appointment.toDay}, ${term.toDay})`
  const rows = await db
    .select({ of: appointment, organisationName: organisation.name })
    .from(appointment)
    .leftJoin(term, eq(term.id, appointment.termId))
    .leftJoin(organisation, eq(organisation.id, appointment.organisationId))
    .where(
      and(
        eq(appointment.bodyId, bodyId),
        lte(appointment.fromDay, today),
        or(sql`${until} is null`, gte(until, today)),
      ),
    )
  const found = rows.flatMap(({ of, organisationName }) => {
    if (of.accountId) return toWhom(of.personName, { accountId: of.accountId })
    return of.organisationId ? toWhom(organisationName ?? '', { organisationId: of.organisationId }) : []
  })
  const left = rows.filter(({ of }) => !of.accountId && !of.organisationId).map(({ of }) => of.personName)
  return { found, left }
}

/** Organisations by their exact names or codes, one a line; all unknown lines are told at once. */
async function organisationsNamed({ db }: Ctx, typed: string): Promise<Whom[]> {
  const lines = [
    ...new Set(
      typed
        .split('\n')
        .map(line => line.trim())
        .filter(Boolean),
    ),
  ]
  if (lines.length === 0) throw invalid('请填写单位', { names: '请填写单位名称或统一社会信用代码，一行一个' })
  const rows = await db
    .select({ id: organisation.id, name: organisation.name, creditCode: organisation.creditCode })
    .from(organisation)
    .where(or(inArray(organisation.name, lines), inArray(organisation.creditCode, lines)))
  const unknown = lines.filter(line => !rows.some(({ name, creditCode }) => name === line || creditCode === line))
  if (unknown.length > 0)
    throw invalid('有的单位没有登记', {
      names: `这 ${unknown.length} 行没有登记，请核对后再加入：${unknown.slice(0, 20).join('、')}${unknown.length > 20 ? '……' : ''}`,
    })
  return rows.map(({ id, name }) => toWhom(name, { organisationId: id }))
}

/** Adds to the list; who stands on it already stays. While answers are taken, the new ones are told at once. */
export async function addToRoll(ctx: Ctx, given: Given<'POST /staff/survey/roll/add'>) {
  const [of] = await ctx.db.select().from(survey).where(eq(survey.id, given.id)).for('update')
  if (!of) throw notFound('没有这份问卷')
  refuseUnless(of, ctx, 'draft', 'open')
  if (of.audience !== 'roll') throw conflict('这份问卷凭链接填写，没有名单')
  const { found, left } = await whomFor(ctx, given)
  if (found.length === 0) throw conflict('没有符合条件的单位或个人')
  const before = await ctx.db.$count(surveyRespondent, eq(surveyRespondent.surveyId, of.id))
  if (before + found.length > MAX_RESPONDENTS) throw conflict(`名单最多 ${MAX_RESPONDENTS} 个，请缩小范围`)
  let added = 0
  for (let from = 0; from < found.length; from += 1_000) {
    const some = found.slice(from, from + 1_000).map(one => ({ surveyId: of.id, ...one }))
    const made = await ctx.db
      .insert(surveyRespondent)
      .values(some)
      .onConflictDoNothing()
      .returning({ id: surveyRespondent.id })
    added += made.length
  }
  await record(ctx, { action: 'survey.roll', ...named(of), detail: { 加入: added } })
  if (of.state === 'open' && added > 0) await invite(ctx, of)
  return { added, already: found.length - added, left }
}

async function whomFor(
  ctx: Ctx,
  given: Given<'POST /staff/survey/roll/add'>,
): Promise<{ found: Whom[]; left: string[] }> {
  if (given.from === 'members') return { found: await membersFor(ctx, given), left: [] }
  if (given.from === 'names') return { found: await organisationsNamed(ctx, given.names), left: [] }
  if (given.bodyId === undefined) throw invalid('请选择机构', { bodyId: '请选择机构' })
  return holdersIn(ctx, given.bodyId)
}

/** Locks the survey and those of the chosen who are on its list. */
async function lockRoll(ctx: Ctx, id: number, respondentIds: readonly number[]) {
  const [of] = await ctx.db.select().from(survey).where(eq(survey.id, id)).for('share')
  const rows = await ctx.db
    .select()
    .from(surveyRespondent)
    .where(and(eq(surveyRespondent.surveyId, id), inArray(surveyRespondent.id, [...respondentIds])))
    .for('update')
  if (rows.length < new Set(respondentIds).size) throw invalid('有不在名单上的', { respondentIds: '请从名单中选择' })
  return { of: of ?? (await findSurvey(ctx, id)), rows }
}

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).join('、')

export async function removeFromRoll(ctx: Ctx, { id, respondentIds }: Given<'POST /staff/survey/roll/remove'>) {
  const { of, rows } = await lockRoll(ctx, id, respondentIds)
  const begun = await ctx.db
    .select({ id: surveyAnswer.respondentId })
    .from(surveyAnswer)
    .where(inArray(surveyAnswer.respondentId, [...respondentIds]))
  const kept = rows.filter(({ id, answeredOn }) => answeredOn || begun.some(one => one.id === id))
  if (kept.length > 0) throw conflict(`${namesOf(kept)}已经填写，不能从名单上去掉`)
  await ctx.db.delete(surveyRespondent).where(
    inArray(
      surveyRespondent.id,
      rows.map(row => row.id),
    ),
  )
  await record(ctx, { action: 'survey.rollRemove', ...named(of), detail: { 去掉: namesOf(rows) } })
  return { removed: rows.length }
}

export async function remindRoll(ctx: Ctx, { id, respondentIds }: Given<'POST /staff/survey/remind'>) {
  const of = await findSurvey(ctx, id)
  refuseUnless(of, ctx, 'open')
  const reminded = await remind(ctx, of, respondentIds)
  if (reminded === 0) throw conflict('都已交了，不用再催')
  await record(ctx, { action: 'survey.remind', ...named(of), detail: { 催交: reminded } })
  return { reminded }
}

export async function permitLate(ctx: Ctx, { id, respondentIds, until }: Given<'POST /staff/survey/late'>) {
  if (until && until < dayOf(ctx.now)) throw invalid('不能早于今天', { until: '不能早于今天' })
  const { of, rows } = await lockRoll(ctx, id, respondentIds)
  refuseBeforeOpening(of, ctx)
  const done = rows.filter(({ answeredOn }) => answeredOn && of.identity === 'confidential')
  if (until && done.length > 0) throw conflict(`${namesOf(done)}已经交了，保密的答卷不能再改`)
  await ctx.db
    .update(surveyRespondent)
    .set({ lateUntil: until })
    .where(
      inArray(
        surveyRespondent.id,
        rows.map(row => row.id),
      ),
    )
  await record(ctx, { action: 'survey.late', ...named(of), detail: { 单位: namesOf(rows), 到: until ?? '取消' } })
  return { changed: rows.length }
}

function refuseBeforeOpening(of: Survey, ctx: Pick<Ctx, 'now'>) {
  if (stateNow(of, ctx) === 'draft') throw conflict('还没有发布')
  if (of.erasedAt) throw conflict('名字和联系方式已按保存期限清除，不能再收')
}
