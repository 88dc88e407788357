import { eq } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf, iso, minute } from '#lib/dates.ts'
import { conflict, invalid, invalidFields, notFound } from '#lib/error.ts'
import { type FieldErrors, type FormValues, pickFields } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import { labelled } from '#lib/form/formWords.ts'
import { actingAccount, type Ctx } from '#lib/server/api/context.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { readPublicWordRule } from '#modules/settings/server/publicWords.ts'
import { faultsOf, nextCode, type Question, questionFaults, questionKindNames } from '../question.ts'
import { questionFields, questionOf, valuesOfQuestion } from '../questionForm.ts'
import type { staffSurveysContract } from '../staffContract.ts'
import { surveyFaults, surveyFields } from '../surveyForm.ts'
import { MAX_QUESTIONS, surveyStateNames } from '../surveyWords.ts'
import { questionsOfRows, rowsOfQuestions } from '../templateForm.ts'
import { invite } from './inviting.ts'
import {
  findSurvey,
  latestVersion,
  lockSeen,
  named,
  refuseUnless,
  type Survey,
  stateNow,
  writeSurvey,
} from './surveys.ts'
import { survey, surveyRespondent, surveyTemplate, surveyVersion } from './tables.ts'

type Endpoints = typeof staffSurveysContract
type Given<K extends keyof Endpoints> = Parsed<Endpoints[K]>

export const valuesOf = (of: Survey): FormValues => ({
  title: of.title,
  intro: of.intro,
  thanks: of.thanks,
  audience: of.audience,
  identity: of.identity,
  closesAt: of.closesAt && iso(of.closesAt),
  maxAnswers: of.maxAnswers,
  remindDays: of.remindDays,
  keptMonths: of.keptMonths,
})

/** Creates a survey, or changes its settings. Whom it promised what stays as it was published. */
export async function saveSurvey(
  ctx: Ctx,
  { id, version, templateId, form }: Given<'POST /staff/survey/save'>,
): Promise<Survey> {
  const before = id === undefined ? undefined : await lockSeen(ctx, { id, version })
  const words = await readPublicWordRule(ctx, before && valuesOf(before))
  const { values, errors } = readForm(surveyFields, form, { whole: true, today: dayOf(ctx.now), words })
  const faults: FieldErrors = { ...settingFaults(ctx, values, before), ...errors }
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
  const row = {
    title: values.title!,
    intro: values.intro ?? '',
    thanks: values.thanks ?? '',
    audience: values.audience!,
    identity: values.identity!,
    closesAt: values.closesAt ? new Date(values.closesAt) : null,
    maxAnswers: values.maxAnswers ?? null,
    remindDays: values.remindDays ?? null,
    keptMonths: values.keptMonths!,
  }
  if (before) {
    const after = await writeSurvey(ctx, before, row)
    const logged = (of: Survey) => labelled(surveyFields, valuesOf(of))
    await recordChange(ctx, { action: 'survey.edit', ...named(after), before: logged(before), after: logged(after) })
    return after
  }
  const begun = templateId === undefined ? {} : await beginFrom(ctx, templateId, row)
  const [made] = await ctx.db
    .insert(survey)
    .values({ ...row, ...begun, createdBy: actingAccount(ctx), createdAt: ctx.now, updatedAt: ctx.now })
    .returning()
  await record(ctx, { action: 'survey.add', ...named(made!), after: labelled(surveyFields, valuesOf(made!)) })
  return made!
}

/** What a new survey takes over from a template: its questions, and the texts that were left empty. */
async function beginFrom(
  { db }: Ctx,
  id: number,
  { intro, thanks }: Pick<Survey, 'intro' | 'thanks'>,
): Promise<Pick<Survey, 'questions' | 'lastQuestion' | 'intro' | 'thanks'>> {
  const [found] = await db.select().from(surveyTemplate).where(eq(surveyTemplate.id, id))
  if (!found) throw invalid('没有这个模板', { templateId: '没有这个模板，请重新选择' })
  const { questions } = questionsOfRows(found.questions)
  return {
    questions,
    lastQuestion: questions.length,
    intro: intro || found.intro,
    thanks: thanks || found.thanks,
  }
}

/** Keeps the texts and questions of a survey as a template. */
export async function saveTemplate(ctx: Ctx, { id, name }: Given<'POST /staff/survey/template'>): Promise<number> {
  const { title, intro, thanks, questions } = await findSurvey(ctx, id)
  if (questions.length === 0) throw conflict('还没有题目，没有可以另存的')
  const [taken] = await ctx.db.select().from(surveyTemplate).where(eq(surveyTemplate.name, name))
  if (taken) throw invalid('已有这个名称的模板', { name: '已有这个名称的模板' })
  const made = await saveInOrder(
    ctx.db,
    surveyTemplate,
    { name, intro, thanks, questions: rowsOfQuestions(questions) },
    undefined,
  )
  await record(ctx, {
    action: 'surveyTemplate.add',
    objectType: 'surveyTemplate',
    objectId: made,
    objectName: name,
    detail: { 照: title },
  })
  return made
}

function settingFaults(
  ctx: Ctx,
  {
    audience,
    identity,
    closesAt,
  }: { audience?: Survey['audience'] | null; identity?: Survey['identity'] | null; closesAt?: string | null },
  before: Survey | undefined,
): FieldErrors {
  const isPublished = before !== undefined && before.state !== 'draft'
  const isClosed = before !== undefined && stateNow(before, ctx) === 'closed'
  const isMoved = (closesAt ? Date.parse(closesAt) : null) !== (before?.closesAt?.getTime() ?? null)
  return {
    ...(audience && identity && surveyFaults({ audience, identity })),
    ...(isPublished && audience !== before.audience && { audience: '已经发布，不能再改；可以照它另建一份' }),
    ...(isPublished &&
      identity !== before.identity && { identity: '填写人已经读到原来的说法，不能再改；可以照它另建一份' }),
    ...(isClosed && isMoved && { closesAt: '已经截止；要延长请用“再开放”' }),
    ...(!isClosed && closesAt && new Date(closesAt) <= ctx.now && { closesAt: '应晚于现在' }),
  }
}

export async function copySurvey(ctx: Ctx, id: number): Promise<Survey> {
  const { title, intro, thanks, audience, identity, keptMonths, questions, lastQuestion } = await findSurvey(ctx, id)
  const [made] = await ctx.db
    .insert(survey)
    .values({
      title: `${title}（副本）`.slice(0, 100),
      intro,
      thanks,
      audience,
      identity,
      keptMonths,
      questions,
      lastQuestion,
      createdBy: actingAccount(ctx),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .returning()
  await record(ctx, { action: 'survey.add', ...named(made!), detail: { 照: title, 题目: questions.length } })
  return made!
}

/** Locks a survey whose questions may be changed. */
async function lockWritten(ctx: Ctx, seen: { id: number; version: number }): Promise<Survey> {
  const of = await lockSeen(ctx, seen)
  refuseUnless(of, ctx, 'draft', 'open')
  return of
}

/** Adds a question at the end, or changes one in its place. */
export async function saveQuestion(
  ctx: Ctx,
  { code, form, ...seen }: Given<'POST /staff/survey/question/save'>,
): Promise<Survey> {
  const of = await lockWritten(ctx, seen)
  const at = code === undefined ? of.questions.length : of.questions.findIndex(one => one.code === code)
  if (at < 0) throw notFound('没有这道题')
  if (at >= MAX_QUESTIONS) throw conflict(`最多 ${MAX_QUESTIONS} 题`)
  const before = of.questions[at]
  const earlier = of.questions.slice(0, at)
  const fields = questionFields(form as FormValues, earlier)
  const words = await readPublicWordRule(ctx, before && valuesOfQuestion(before))
  const { values, errors } = readForm(fields, form, { whole: true, today: dayOf(ctx.now), words })
  const question = questionOf(values, code ?? nextCode(of.lastQuestion), before)
  const wasAnswered = before && (await latestVersion(ctx, of))?.questions.find(one => one.code === code)
  const found = faultsOf(question, earlier)
  const faults: FieldErrors = {
    ...(found.condition && { conditionOptions: found.condition }),
    ...Object.fromEntries(Object.entries(found).filter(([name]) => name !== 'condition')),
    ...(wasAnswered &&
      wasAnswered.kind !== question.kind && { kind: '这道题已经发布，不能改题型；可以删去后另写一题' }),
    ...errors,
  }
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
  const questions = [...of.questions]
  questions[at] = question
  // A later condition may look at an option that is gone.
  const later = questionFaults(questions)
  const [place, fault] = Object.entries(later)[0] ?? []
  if (fault) {
    const broken = questions[Number(place!.split('.')[1])]
    throw invalid(`第 ${Number(place!.split('.')[1]) + 1} 题“${broken?.label}”的条件看这一题：${fault}`, {
      options: `“${broken?.label}”的条件要看这里的选项：${fault}`,
    })
  }
  const lastQuestion = code === undefined ? of.lastQuestion + 1 : of.lastQuestion
  const after = await writeSurvey(ctx, of, { questions, lastQuestion })
  await recordChange(ctx, {
    action: 'survey.question',
    ...named(after),
    before: before ? { [before.label]: wordsOf(before) } : {},
    after: { [question.label]: wordsOf(question) },
  })
  return after
}

const wordsOf = ({ kind, options, items, required }: Question) =>
  [
    questionKindNames[kind],
    required ? '必答' : '选答',
    items.map(({ name }) => name).join('、'),
    options.map(({ name, retired }) => (retired ? `${name}（停用）` : name)).join('、'),
  ]
    .filter(Boolean)
    .join('；')

async function changeOrder(
  ctx: Ctx,
  seen: { id: number; version: number; code: string },
  change: (questions: Question[], at: number) => Question[],
  words: (of: Question) => string,
): Promise<Survey> {
  const of = await lockWritten(ctx, seen)
  const at = of.questions.findIndex(({ code }) => code === seen.code)
  if (at < 0) throw notFound('没有这道题')
  const questions = change([...of.questions], at)
  const fault = Object.values(questionFaults(questions))[0]
  if (fault) throw conflict(`另一题的条件要看这一题：${fault}`)
  const after = await writeSurvey(ctx, of, { questions })
  await record(ctx, { action: 'survey.questions', ...named(after), detail: { 题目: words(of.questions[at]!) } })
  return after
}

export const moveQuestion = (ctx: Ctx, { position, ...seen }: Given<'POST /staff/survey/question/move'>) =>
  changeOrder(
    ctx,
    seen,
    (questions, at) => {
      questions.splice(Math.min(position, questions.length) - 1, 0, ...questions.splice(at, 1))
      return questions
    },
    ({ label }) => `“${label}”移到第 ${position} 题`,
  )

export const removeQuestion = (ctx: Ctx, seen: Given<'POST /staff/survey/question/remove'>) =>
  changeOrder(
    ctx,
    seen,
    (questions, at) => questions.toSpliced(at, 1),
    ({ label }) => `删去“${label}”`,
  )

/** Makes the questions as they stand the version that is answered from now on. */
async function addVersion(ctx: Ctx, of: Survey): Promise<number> {
  if (of.questions.length === 0) throw conflict('还没有题目，请先写题目')
  const isUploading = of.questions.some(({ kind }) => kind === 'file')
  if (isUploading && of.identity === 'anonymous')
    throw conflict('匿名的问卷不能上传文件（上传须登录，文件里往往有名字），请删去上传文件的题目')
  const number = ((await latestVersion(ctx, of))?.number ?? 0) + 1
  await ctx.db
    .insert(surveyVersion)
    .values({ surveyId: of.id, number, questions: of.questions, publishedBy: actingAccount(ctx), publishedAt: ctx.now })
  return number
}

/** Opens a draft: answers come from now on, and whoever is on the list is told. */
export async function openSurvey(ctx: Ctx, seen: { id: number; version: number }): Promise<Survey> {
  const of = await lockSeen(ctx, seen)
  refuseUnless(of, ctx, 'draft')
  if (of.closesAt && of.closesAt <= ctx.now) throw conflict('截止时间已过，请先修改')
  const respondents = await ctx.db.$count(surveyRespondent, eq(surveyRespondent.surveyId, of.id))
  if (of.audience === 'roll' && respondents === 0) throw conflict('名单是空的，请先编名单')
  await addVersion(ctx, of)
  const after = await writeSurvey(ctx, of, { state: 'open', openedAt: ctx.now })
  await recordChange(ctx, {
    action: 'survey.open',
    ...named(after),
    before: { 状态: surveyStateNames.draft },
    after: { 状态: surveyStateNames.open, 题目: of.questions.length, ...(respondents > 0 && { 名单: respondents }) },
  })
  if (of.audience === 'roll') await invite(ctx, after)
  return after
}

export async function publishQuestions(ctx: Ctx, seen: { id: number; version: number }): Promise<Survey> {
  const of = await lockSeen(ctx, seen)
  refuseUnless(of, ctx, 'open')
  if (!(await isChanged(ctx, of))) throw conflict('题目没有改动，不用再发布')
  const number = await addVersion(ctx, of)
  const after = await writeSurvey(ctx, of, {})
  await record(ctx, { action: 'survey.publish', ...named(after), detail: { 版本: number, 题目: of.questions.length } })
  return after
}

/** Whether the questions differ from those that are answered now. */
export async function isChanged(ctx: Pick<Ctx, 'db'>, of: Survey): Promise<boolean> {
  const latest = await latestVersion(ctx, of)
  return latest !== undefined && canonical(latest.questions) !== canonical(of.questions)
}

/** jsonb sorts the names of an object; both sides came through it. */
const canonical = (questions: readonly Question[]) => JSON.stringify(questions)

export async function closeSurvey(ctx: Ctx, seen: { id: number; version: number }): Promise<Survey> {
  const of = await lockSeen(ctx, seen)
  refuseUnless(of, ctx, 'open')
  const after = await writeSurvey(ctx, of, { state: 'closed', closedAt: ctx.now })
  await recordChange(ctx, {
    action: 'survey.close',
    ...named(after),
    before: { 状态: surveyStateNames.open },
    after: { 状态: surveyStateNames.closed },
  })
  return after
}

/** Fields of reopening: until when. */
export const reopenFields = pickFields(surveyFields, 'closesAt', 'maxAnswers')

export async function reopenSurvey(ctx: Ctx, { form, ...seen }: Given<'POST /staff/survey/reopen'>): Promise<Survey> {
  const of = await lockSeen(ctx, seen)
  refuseUnless(of, ctx, 'closed')
  if (of.erasedAt) throw conflict('名字和联系方式已按保存期限清除，不能再开放')
  const { values, errors } = readForm(reopenFields, form, { whole: true, today: dayOf(ctx.now) })
  const closesAt = values.closesAt ? new Date(String(values.closesAt)) : null
  const faults = { ...(closesAt && closesAt <= ctx.now && { closesAt: '应晚于现在' }), ...errors }
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
  const maxAnswers = typeof values.maxAnswers === 'number' ? values.maxAnswers : null
  const after = await writeSurvey(ctx, of, { state: 'open', closesAt, maxAnswers, closedAt: null })
  await recordChange(ctx, {
    action: 'survey.reopen',
    ...named(after),
    before: { 状态: surveyStateNames.closed },
    after: { 状态: surveyStateNames.open, 截止: closesAt ? minute(iso(closesAt)) : '未定' },
  })
  return after
}

export async function removeSurvey(ctx: Ctx, seen: { id: number; version: number }): Promise<void> {
  const of = await lockSeen(ctx, seen)
  refuseUnless(of, ctx, 'draft')
  await ctx.db.delete(survey).where(eq(survey.id, of.id))
  await record(ctx, { action: 'survey.remove', ...named(of), before: labelled(surveyFields, valuesOf(of)) })
}
