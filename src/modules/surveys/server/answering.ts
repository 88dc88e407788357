import { and, asc, eq, or, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf, iso, minute } from '#lib/dates.ts'
import { conflict, forbidden, invalidFields, notFound, notSignedIn } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import { readPasscode } from '#lib/passcode.ts'
import { type Ctx, nameOfActor, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { decryptForm, encryptForm } from '#lib/server/encryption/encryptedForm.ts'
import { filesInForm } from '#lib/server/forms/formFiles.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { hashToken } from '#modules/accounts/server/sessions.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import type { surveyContract } from '../contract.ts'
import { allFields, askedFields, askedValues } from '../question.ts'
import type { staffSurveysContract } from '../staffContract.ts'
import { type AnswerState, answerStateNames, MAX_ANSWERS, surveyStateNames } from '../surveyWords.ts'
import { countAnswers, findSurvey, latestVersion, named, type Survey, stateNow, type Version } from './surveys.ts'
import { survey, surveyAnswer, surveyRespondent } from './tables.ts'

type Endpoints = typeof surveyContract
type Given<K extends keyof Endpoints> = Parsed<Endpoints[K]>
type Respondent = typeof surveyRespondent.$inferSelect
type Answer = typeof surveyAnswer.$inferSelect

async function findByKey({ db }: Pick<Ctx, 'db'>, key: string): Promise<Survey> {
  const [found] = await db.select().from(survey).where(eq(survey.key, key))
  if (!found || found.state === 'draft') throw notFound('没有这份问卷，或者还没有发布')
  return found
}

/** Finds the survey for which a code was sent. */
export async function enterSurvey({ db }: Ctx, { token }: Given<'POST /survey/enter'>) {
  const [found] = await db
    .select({ key: survey.key })
    .from(surveyRespondent)
    .innerJoin(survey, eq(survey.id, surveyRespondent.surveyId))
    .where(eq(surveyRespondent.tokenHash, hashToken(readPasscode(token))))
  if (!found) throw notFound('口令不对，或者已有更新的口令：请用最近一次收到的')
  return found
}

/** Account of a member who is signed in; staff and visitors have none here. */
async function ownAccountOf({ db, actor }: Pick<Ctx, 'db' | 'actor'>) {
  if (actor.kind !== 'organisation' && actor.kind !== 'person') return
  const [own] = await db.select().from(account).where(eq(account.id, actor.accountId))
  return own
}

const isOwn = ({ id, organisationId, personId }: typeof account.$inferSelect) =>
  or(
    eq(surveyRespondent.accountId, id),
    organisationId ? eq(surveyRespondent.organisationId, organisationId) : undefined,
    personId ? eq(surveyRespondent.personId, personId) : undefined,
  )

/** For whom the caller answers: by the code of a message, else as who is signed in. */
async function findRespondent(ctx: Ctx, of: Survey, token: string | undefined): Promise<Respondent | undefined> {
  if (of.identity === 'anonymous') return
  const isOf = eq(surveyRespondent.surveyId, of.id)
  if (token) {
    const [found] = await ctx.db
      .select()
      .from(surveyRespondent)
      .where(and(isOf, eq(surveyRespondent.tokenHash, hashToken(readPasscode(token)))))
    if (!found) throw notFound('口令不对，或者已有更新的口令：请用最近一次收到的')
    return found
  }
  const own = await ownAccountOf(ctx)
  if (!own) return
  const [found] = await ctx.db
    .select()
    .from(surveyRespondent)
    .where(and(isOf, isOwn(own)))
    .orderBy(asc(surveyRespondent.id))
    .limit(1)
  return found
}

const answerFor = async ({ db }: Pick<Ctx, 'db'>, { id }: Respondent): Promise<Answer | undefined> => {
  const [found] = await db.select().from(surveyAnswer).where(eq(surveyAnswer.respondentId, id))
  return found
}

/** Says why no answer is taken from this respondent now; undefined: it is. */
function obstacleOf(ctx: Pick<Ctx, 'now'>, of: Survey, respondent: Respondent | undefined): string | undefined {
  if (of.identity === 'confidential' && respondent?.answeredOn)
    return `已于 ${respondent.answeredOn} 交卷。保密的答卷已经去掉名字，不能查看或修改。`
  const isLate = respondent?.lateUntil && respondent.lateUntil >= dayOf(ctx.now)
  if (stateNow(of, ctx) === 'open' || (isLate && !of.erasedAt)) return
  return of.closesAt && of.closesAt <= ctx.now ? `已于 ${minute(iso(of.closesAt))} 截止。` : '已截止，不再收答卷。'
}

const stateOfAnswer = (respondent: Respondent | undefined, answer: Answer | undefined): AnswerState =>
  respondent?.answeredOn ? 'in' : answer ? 'draft' : 'none'

/** What is asked, and what this respondent has filled in so far. */
export async function openSurveyPage(
  ctx: Ctx,
  { key, token }: Given<'POST /survey/open'>,
): Promise<Output<Endpoints['POST /survey/open']>> {
  const of = await findByKey(ctx, key)
  const own = await ownAccountOf(ctx)
  const respondent = await findRespondent(ctx, of, token)
  const { questions } = (await latestVersion(ctx, of))!
  const answer = respondent && (await answerFor(ctx, respondent))
  const state = stateNow(of, ctx)
  const isUnknown = of.audience === 'roll' ? !respondent : of.identity !== 'anonymous' && !own
  const obstacle = isUnknown
    ? own && of.audience === 'roll'
      ? '您的账号不在这份问卷的名单上。如果协会给您发过口令，请输入口令。'
      : ''
    : (obstacleOf(ctx, of, respondent) ?? '')
  const may = isUnknown ? ('signIn' as const) : obstacle ? ('no' as const) : ('fill' as const)
  return {
    title: of.title,
    intro: of.intro,
    thanks: of.thanks,
    state,
    stateName: surveyStateNames[state],
    identity: of.identity,
    closesAt: of.closesAt && iso(of.closesAt),
    may,
    obstacle,
    name: respondent?.name ?? (of.identity === 'anonymous' ? '' : (own?.displayName ?? '')),
    hasAccount: own !== undefined,
    // Questions are read only by those who may answer them.
    questions: may === 'fill' || answer ? questions : [],
    form: answer ? decryptForm(allFields(questions), answer.form, ctx.encryption) : {},
    answerState: stateOfAnswer(respondent, answer),
    version: answer?.version ?? 0,
    filledBy: answer?.filledBy ?? [],
    hasResults: of.publishedCodes.length > 0,
  }
}

type Taking = { of: Survey; version: Version; respondent: Respondent; answer: Answer | undefined }

/** Locks what an answer is written to, and refuses whoever may not answer now. */
async function lockForAnswer(ctx: Ctx, key: string, token: string | undefined): Promise<Taking> {
  const found = await findByKey(ctx, key)
  if (found.identity === 'anonymous') throw conflict('这份问卷是匿名的，请刷新页面后再填')
  // A survey that closes by number counts its answers one after the other; others only must not close meanwhile.
  const [of] = await ctx.db
    .select()
    .from(survey)
    .where(eq(survey.id, found.id))
    .for(found.maxAnswers === null ? 'share' : 'update')
  const known = (await findRespondent(ctx, of!, token)) ?? (await joinFromLink(ctx, of!))
  const [respondent] = await ctx.db
    .select()
    .from(surveyRespondent)
    .where(eq(surveyRespondent.id, known.id))
    .for('update')
  const obstacle = obstacleOf(ctx, of!, respondent)
  if (obstacle) throw conflict(obstacle)
  return {
    of: of!,
    version: (await latestVersion(ctx, of!))!,
    respondent: respondent!,
    answer: await answerFor(ctx, respondent!),
  }
}

/** Whoever answers by the link of a survey for everybody, signed in, is noted so as to answer once. */
async function joinFromLink(ctx: Ctx, of: Survey): Promise<Respondent> {
  const own = await ownAccountOf(ctx)
  if (!own) throw notSignedIn('请先登录会员账号，或输入口令')
  if (of.audience === 'roll') throw forbidden('您的账号不在这份问卷的名单上')
  const { id, displayName: name, organisationId, personId } = own
  const key = organisationId ? `organisation ${organisationId}` : personId ? `person ${personId}` : `account ${id}`
  await ctx.db
    .insert(surveyRespondent)
    .values({ surveyId: of.id, key, name, organisationId, personId, accountId: organisationId || personId ? null : id })
    .onConflictDoNothing()
  const [made] = await ctx.db
    .select()
    .from(surveyRespondent)
    .where(and(eq(surveyRespondent.surveyId, of.id), eq(surveyRespondent.key, key)))
  return made!
}

function refuseStale(answer: Answer | undefined, version: number | undefined): void {
  if (version === undefined || version === (answer?.version ?? 0)) return
  const by = answer?.filledBy.at(-1)
  throw conflict(`这份答卷${by ? `由${by}` : '在另一处'}保存过更新的内容。`)
}

/** Files of a form become those of the answer: only an account can have uploaded them. */
async function attachNew(ctx: Ctx, { version, answer }: Taking, values: FormValues) {
  const fields = allFields(version.questions)
  const before = new Set(answer ? filesInForm(fields, answer.form) : [])
  await attachFiles(
    ctx,
    filesInForm(fields, encryptForm(fields, values, ctx.encryption)).filter(id => !before.has(id)),
  )
}

/** Whoever typed: of a company the clerk. Nobody, where it was opened by a code. */
const fillersOf = ({ actor }: Ctx, before: readonly string[] = []): string[] => {
  const name = actor.kind === 'anonymous' || actor.kind === 'staff' ? undefined : nameOfActor(actor)
  return name === undefined ? [...before] : [...before.filter(one => one !== name), name]
}

/** Keeps what is typed, whole or not. Once handed in, an answer is changed by handing it in again. */
export const saveDraft = (ctx: Ctx, { key, token, version: seen, form }: Given<'POST /survey/draft'>) =>
  inTransaction(ctx, async tx => {
    const taking = await lockForAnswer(tx, key, token)
    const { of, version, respondent, answer } = taking
    if (respondent.answeredOn) throw conflict('已经交卷：改好以后请再交一次，不另存草稿')
    refuseStale(answer, seen)
    const fields = allFields(version.questions)
    const { values } = readForm(fields, form, { whole: false, today: dayOf(tx.now) })
    await attachNew(tx, taking, values)
    const saved = await writeAnswer(tx, {
      surveyId: of.id,
      versionId: version.id,
      respondentId: respondent.id,
      form: encryptForm(fields, values, tx.encryption),
      filledBy: fillersOf(tx, answer?.filledBy),
      handedInOn: null,
    })
    return { version: saved.version, savedAt: iso(tx.now) }
  })

const writeAnswer = async ({ db }: Pick<Ctx, 'db'>, row: Omit<typeof surveyAnswer.$inferInsert, 'id' | 'version'>) => {
  const [saved] = await db
    .insert(surveyAnswer)
    .values(row)
    .onConflictDoUpdate({
      target: surveyAnswer.respondentId,
      set: {
        versionId: row.versionId,
        form: row.form,
        filledBy: row.filledBy,
        handedInOn: row.handedInOn,
        version: sql`${surveyAnswer.version} + 1`,
      },
    })
    .returning()
  return saved!
}

/** Values of a whole answer; throws with everything that is missing or wrong. */
function readWhole(
  ctx: Ctx,
  { questions }: Version,
  form: Record<string, unknown>,
  { hasFiles }: { hasFiles: boolean },
) {
  const typed = form as FormValues
  const fields = askedFields(questions, typed)
  const { values, errors } = readForm(fields, form, { whole: true, today: dayOf(ctx.now) })
  const files = fields.filter(({ kind, name }) => kind === 'file' && !hasFiles && form[name])
  for (const { name } of files) errors[name] = '上传文件须登录会员账号'
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
  return askedValues(questions, values)
}

export const handIn = (ctx: Ctx, { key, token, version: seen, form }: Given<'POST /survey/handIn'>) =>
  inTransaction(ctx, async tx => {
    const taking = await lockForAnswer(tx, key, token)
    const { of, version, answer } = taking
    refuseStale(answer, seen)
    const hasFiles = tx.actor.kind !== 'anonymous' || answer !== undefined
    const values = readWhole(tx, version, form, { hasFiles })
    await storeAnswer(tx, taking, values, fillersOf(tx, answer?.filledBy))
    return { thanks: of.thanks }
  })

/** Stores a whole answer; of a confidential survey without anything that leads to its respondent. */
async function storeAnswer(tx: Ctx, taking: Taking, values: FormValues, filledBy: string[]): Promise<void> {
  const { of, version, respondent } = taking
  await attachNew(tx, taking, values)
  await refuseFull(tx, of, respondent.answeredOn === null)
  const today = dayOf(tx.now)
  const stored = {
    surveyId: of.id,
    versionId: version.id,
    form: encryptForm(allFields(version.questions), values, tx.encryption),
    handedInOn: today,
  }
  if (of.identity === 'confidential') {
    // The draft goes, and the answer is a row of its own.
    await tx.db.delete(surveyAnswer).where(eq(surveyAnswer.respondentId, respondent.id))
    await tx.db.insert(surveyAnswer).values(stored)
  } else await writeAnswer(tx, { ...stored, respondentId: respondent.id, filledBy })
  await tx.db
    .update(surveyRespondent)
    .set({ answeredOn: today, ...(of.identity === 'confidential' && { tokenHash: null }) })
    .where(eq(surveyRespondent.id, respondent.id))
  await closeWhenFull(tx, of)
}

/** Staff type in an answer that came on paper or by telephone, for whoever has not handed one in. */
export const enterAnswer = (
  ctx: Ctx,
  { id, respondentId, form }: Parsed<(typeof staffSurveysContract)['POST /staff/survey/enter']>,
) =>
  inTransaction(ctx, async tx => {
    const found = await findSurvey(tx, id)
    const [of] = await tx.db
      .select()
      .from(survey)
      .where(eq(survey.id, id))
      .for(found.maxAnswers === null ? 'share' : 'update')
    const [respondent] = await tx.db
      .select()
      .from(surveyRespondent)
      .where(and(eq(surveyRespondent.surveyId, id), eq(surveyRespondent.id, respondentId)))
      .for('update')
    if (!respondent) throw notFound('不在这份问卷的名单上')
    if (of!.state === 'draft') throw conflict('还没有发布')
    if (respondent.answeredOn) throw conflict(`${respondent.name}已于 ${respondent.answeredOn} 交卷`)
    const obstacle = obstacleOf(tx, of!, respondent)
    if (obstacle) throw conflict(obstacle)
    const version = (await latestVersion(tx, of!))!
    const values = readWhole(tx, version, form, { hasFiles: true })
    const by = `${await ownName(tx)}（代填）`
    await storeAnswer(tx, { of: of!, version, respondent, answer: await answerFor(tx, respondent) }, values, [by])
    await record(tx, { action: 'survey.enter', ...named(of!), detail: { 单位: respondent.name } })
  })

/** Takes an answer of which nothing is kept but itself and its day. */
export const handInAnonymously = (ctx: Ctx, { key, form }: Given<'POST /survey/anonymous'>) =>
  inTransaction(ctx, async tx => {
    const found = await findByKey(tx, key)
    const [of] = await tx.db
      .select()
      .from(survey)
      .where(eq(survey.id, found.id))
      .for(found.maxAnswers === null ? 'share' : 'update')
    if (of!.identity !== 'anonymous') throw conflict('这份问卷不是匿名的，请刷新页面后再填')
    const obstacle = obstacleOf(tx, of!, undefined)
    if (obstacle) throw conflict(obstacle)
    const version = (await latestVersion(tx, of!))!
    const values = readWhole(tx, version, form, { hasFiles: false })
    await refuseFull(tx, of!, true)
    await tx.db.insert(surveyAnswer).values({
      surveyId: of!.id,
      versionId: version.id,
      form: encryptForm(allFields(version.questions), values, tx.encryption),
      handedInOn: dayOf(tx.now),
    })
    await closeWhenFull(tx, of!)
    return { thanks: of!.thanks }
  })

async function refuseFull(ctx: Ctx, of: Survey, isNew: boolean): Promise<void> {
  const max = of.maxAnswers ?? MAX_ANSWERS
  if (isNew && (await countAnswers(ctx, of)) >= max) throw conflict(`已收满 ${max} 份，不再收答卷`)
}

async function closeWhenFull(ctx: Ctx, of: Survey): Promise<void> {
  if (of.maxAnswers === null || of.state !== 'open' || (await countAnswers(ctx, of)) < of.maxAnswers) return
  await ctx.db
    .update(survey)
    .set({ state: 'closed', closedAt: ctx.now, version: sql`${survey.version} + 1`, updatedAt: ctx.now })
    .where(eq(survey.id, of.id))
}

/** Surveys on whose list the account stands, those without an answer first. */
export async function ownSurveys(ctx: Ctx) {
  signedInActor(ctx)
  const own = await ownAccountOf(ctx)
  if (!own) return []
  const rows = await ctx.db
    .select({ of: survey, respondent: surveyRespondent, answer: surveyAnswer })
    .from(surveyRespondent)
    .innerJoin(survey, eq(survey.id, surveyRespondent.surveyId))
    .leftJoin(surveyAnswer, eq(surveyAnswer.respondentId, surveyRespondent.id))
    .where(and(isOwn(own), sql`${survey.state} <> 'draft'`))
    .orderBy(sql`${surveyRespondent.answeredOn} is not null`, sql`${survey.openedAt} desc`, sql`${survey.id} desc`)
    .limit(200)
  return rows.map(({ of, respondent, answer }) => {
    const state = stateNow(of, ctx)
    const answerState = stateOfAnswer(respondent, answer ?? undefined)
    return {
      key: of.key,
      title: of.title,
      state,
      stateName: surveyStateNames[state],
      closesAt: of.closesAt && iso(of.closesAt),
      lateUntil: respondent.lateUntil,
      answerState,
      answerStateName: answerStateNames[answerState],
      answeredOn: respondent.answeredOn,
    }
  })
}
