import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { invalid } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { decryptForm, maskForm } from '#lib/server/encryption/encryptedForm.ts'
import { inBatches } from '#lib/server/sheets/workbook.ts'
import { allFields, decides, type Question } from '../question.ts'
import type { staffSurveysContract } from '../staffContract.ts'
import { surveyStateNames } from '../surveyWords.ts'
import { type CountedAnswer, crossTables, hasPicked, pickedWords, questionsOfAll, readPicked, tally } from '../tally.ts'
import { isHandedIn, readEntry, readVersions, type Survey, stateNow } from './surveys.ts'
import { surveyAnswer, surveyRespondent } from './tables.ts'

type Endpoints = typeof staffSurveysContract

/** An answer as results and exports read it: with its version, and the name of whoever gave it, if that is known. */
export type ReadAnswer = CountedAnswer & { id: number; name: string; handedInOn: string; versionNumber: number }

/** All answers of a survey, in batches. Telephone numbers are masked: results need none. */
export async function* eachAnswer(ctx: Ctx, of: Survey): AsyncGenerator<ReadAnswer> {
  const versions = new Map((await readVersions(ctx, of)).map(version => [version.id, version]))
  const rows = inBatches((last: { id: number } | undefined) =>
    ctx.db
      .select({
        id: surveyAnswer.id,
        versionId: surveyAnswer.versionId,
        form: surveyAnswer.form,
        handedInOn: surveyAnswer.handedInOn,
        name: surveyRespondent.name,
      })
      .from(surveyAnswer)
      .leftJoin(surveyRespondent, eq(surveyRespondent.id, surveyAnswer.respondentId))
      .where(and(eq(surveyAnswer.surveyId, of.id), isHandedIn, last && gt(surveyAnswer.id, last.id)))
      .orderBy(asc(surveyAnswer.id))
      .$dynamic(),
  )
  for await (const { id, versionId, form, handedInOn, name } of rows) {
    const { questions, number } = versions.get(versionId)!
    const fields = allFields(questions)
    const values = maskForm(fields, decryptForm(fields, form, ctx.encryption))
    yield { id, name: name ?? '', handedInOn: handedInOn!, versionNumber: number, questions, values }
  }
}

/** Questions of all versions, and the answers; those that made the picked choice, where one is said. */
export async function readCounted(ctx: Ctx, of: Survey, picked?: string) {
  const questions = questionsOfAll((await readVersions(ctx, of)).map(version => version.questions))
  const choice = picked ? readPicked(picked) : undefined
  if (picked && (!choice || !pickedWords(questions, picked)))
    throw invalid('没有这个选项', { picked: '应为题目和选项的代号，例如 q3=o2' })
  const answers: CountedAnswer[] = []
  let total = 0
  for await (const { questions, values } of eachAnswer(ctx, of)) {
    total++
    if (!choice || hasPicked(values as FormValues, choice)) answers.push({ questions, values })
  }
  return { questions, answers, total, results: tally(questions, answers) }
}

export async function readResults(
  ctx: Ctx,
  { id, picked, by }: Parsed<Endpoints['GET /staff/survey/results']>,
): Promise<Output<Endpoints['GET /staff/survey/results']>> {
  const { of, respondents } = await readEntry(ctx, id)
  const { questions, answers, total, results } = await readCounted(ctx, of, picked)
  const across = by && questions.find(({ code, kind }) => code === by && decides(kind))
  if (by && !across) throw invalid('没有这道题', { by: '请选择一道单选或多选题' })
  const answered = await ctx.db.$count(
    surveyRespondent,
    and(eq(surveyRespondent.surveyId, id), sql`${surveyRespondent.answeredOn} is not null`),
  )
  return {
    id,
    title: of.title,
    stateName: surveyStateNames[stateNow(of, ctx)],
    identity: of.identity,
    total,
    counted: answers.length,
    respondents,
    answeredRespondents: answered,
    pickedWords: picked ? pickedWords(questions, picked) : '',
    choices: questions
      .filter(({ kind }) => decides(kind))
      .map(({ code, label }) => ({ code, label, options: results.find(one => one.code === code)!.options })),
    questions: results,
    crosses: across ? crossesOf(questions, across, answers) : [],
    publishedCodes: of.publishedCodes,
    version: of.version,
  }
}

const crossesOf = (questions: readonly Question[], across: Question, answers: readonly CountedAnswer[]) =>
  questions.flatMap(question => {
    const tables = question.code === across.code ? [] : crossTables(question, across, answers)
    return tables.length > 0 ? [{ code: question.code, tables }] : []
  })
