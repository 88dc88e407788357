import { and, asc, eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, invalidFields, notFound } from '#lib/error.ts'
import { type FormRow, rowsIn } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import { actingAccount, type Ctx } from '#lib/server/api/context.ts'
import { decryptForm } from '#lib/server/encryption/encryptedForm.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { readPublicWordRule, refuseForbiddenWords } from '#modules/settings/server/publicWords.ts'
import type { PublishedResults, surveyContract } from '../contract.ts'
import { allFields, type Question } from '../question.ts'
import { outcomeNames, replyFields } from '../replyForm.ts'
import type { staffSurveysContract } from '../staffContract.ts'
import { identityNames, surveyStateNames } from '../surveyWords.ts'
import { questionsOfAll } from '../tally.ts'
import { eachAnswer, readCounted } from './results.ts'
import { isHandedIn, lockSeen, named, readVersions, type Survey, stateNow, writeSurvey } from './surveys.ts'
import { survey, surveyAnswer, surveyReply, surveyVersion } from './tables.ts'

type StaffEndpoints = typeof staffSurveysContract
type Endpoints = typeof surveyContract

type Comment = {
  answerId: number
  code: string
  place: number
  clause: string
  comment: string
  reason: string
  from: string
  outcome: keyof typeof outcomeNames | null
  reply: string
}

/** Comments of all answers, clause by clause in the order of the draft, each with what the association answered. */
export async function readComments(ctx: Ctx, of: Survey) {
  const questions = questionsOfAll((await readVersions(ctx, of)).map(({ questions }) => questions))
  const asked = questions.filter(({ kind }) => kind === 'clauses')
  const comments: Comment[] = []
  if (asked.length === 0) return []
  for await (const { id, name, values } of eachAnswer(ctx, of))
    for (const { code } of asked)
      for (const [place, row] of rowsIn(values, code).entries())
        comments.push({
          answerId: id,
          code,
          place,
          from: name || identityNames[of.identity],
          ...textsOf(row),
          outcome: null,
          reply: '',
        })
  const replies = await ctx.db
    .select({ of: surveyReply })
    .from(surveyReply)
    .innerJoin(surveyAnswer, eq(surveyAnswer.id, surveyReply.answerId))
    .where(eq(surveyAnswer.surveyId, of.id))
    .orderBy(asc(surveyReply.id))
  const replyTo = new Map(replies.map(({ of }) => [`${of.answerId} ${of.code} ${of.place}`, of]))
  const answered = comments.map(comment => {
    const given = replyTo.get(`${comment.answerId} ${comment.code} ${comment.place}`)
    return given ? { ...comment, outcome: given.outcome, reply: given.reply } : comment
  })
  return asked.flatMap(({ code, label, items }) =>
    items.map(item => ({
      code,
      label,
      name: item.name,
      comments: answered.filter(comment => comment.code === code && comment.clause === item.code),
    })),
  )
}

const textsOf = ({ clause, comment, reason }: FormRow) => ({
  clause: String(clause ?? ''),
  comment: String(comment ?? ''),
  reason: String(reason ?? ''),
})

/** Answers one comment; what was answered before is in the log. */
export async function replyToComment(
  ctx: Ctx,
  { answerId, code, place, form }: Parsed<StaffEndpoints['POST /staff/survey/reply']>,
): Promise<void> {
  const [found] = await ctx.db
    .select({ answer: surveyAnswer, version: surveyVersion, survey })
    .from(surveyAnswer)
    .innerJoin(surveyVersion, eq(surveyVersion.id, surveyAnswer.versionId))
    .innerJoin(survey, eq(survey.id, surveyAnswer.surveyId))
    .where(and(eq(surveyAnswer.id, answerId), isHandedIn))
  if (!found) throw notFound('没有这份答卷')
  const fields = allFields(found.version.questions)
  const isClauses = found.version.questions.some(one => one.code === code && one.kind === 'clauses')
  const row = isClauses && rowsIn(decryptForm(fields, found.answer.form, ctx.encryption), code)[place]
  if (!row) throw notFound('没有这条意见，请刷新后再看')
  const words = await readPublicWordRule(ctx)
  const { values, errors } = readForm(replyFields, form, { whole: true, today: dayOf(ctx.now), words })
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
  const reply = String(values.reply)
  const given = { outcome: values.outcome!, reply, repliedBy: actingAccount(ctx), repliedAt: ctx.now }
  const isThis = and(eq(surveyReply.answerId, answerId), eq(surveyReply.code, code), eq(surveyReply.place, place))
  const [before] = await ctx.db.select().from(surveyReply).where(isThis).for('update')
  await ctx.db
    .insert(surveyReply)
    .values({ answerId, code, place, ...given })
    .onConflictDoUpdate({ target: [surveyReply.answerId, surveyReply.code, surveyReply.place], set: given })
  const logged = (of: { outcome: keyof typeof outcomeNames; reply: string } | undefined) =>
    of ? { 处理: outcomeNames[of.outcome], 理由: of.reply } : {}
  await recordChange(ctx, {
    action: 'survey.reply',
    ...named(found.survey),
    detail: { 意见: textsOf(row).comment },
    before: logged(before),
    after: logged({ outcome: values.outcome!, reply }),
  })
}

/** Kinds whose results can be shown to everybody: numbers, and comments that were answered. */
const PUBLIC_KINDS: readonly Question['kind'][] = ['choice', 'choices', 'ranking', 'matrix', 'number', 'clauses']
export const isPublishable = ({ kind }: Pick<Question, 'kind'>) => PUBLIC_KINDS.includes(kind)
/** Fewer answers would show who gave which. */
const MIN_PUBLISHED_ANSWERS = 5

/** Shows the results of the chosen questions, as they stand now, to everybody; or of none any more. */
export async function publishResults(
  ctx: Ctx,
  { codes, ...seen }: Parsed<StaffEndpoints['POST /staff/survey/results/publish']>,
): Promise<Survey> {
  const of = await lockSeen(ctx, seen)
  if (of.state === 'draft') throw conflict('还没有发布，没有结果')
  const counted = await readCounted(ctx, of)
  const { questions, total } = counted
  const chosen = questions.filter(({ code }) => codes.includes(code))
  const wrong = chosen.find(question => !isPublishable(question))
  if (chosen.length < codes.length || wrong)
    throw invalid(wrong ? `“${wrong.label}”的答案是文字，可能有个人信息，不能公开` : '没有这道题', {
      codes: wrong ? `“${wrong.label}”不能公开` : '请从列表中选择',
    })
  const isCounted = chosen.some(({ kind }) => kind !== 'clauses')
  if (isCounted && of.identity !== 'named' && total < MIN_PUBLISHED_ANSWERS)
    throw conflict(`只有 ${total} 份答卷，公开出去可能看得出是谁的；满 ${MIN_PUBLISHED_ANSWERS} 份再公开`)
  await refuseForbiddenComments(ctx, of, chosen)
  const after = await writeSurvey(ctx, of, {
    publishedCodes: chosen.map(({ code }) => code),
    published: chosen.length > 0 ? await publicResults(ctx, of, chosen, counted) : null,
  })
  const words = (codes: readonly string[]) => ({
    公开:
      questions
        .filter(({ code }) => codes.includes(code))
        .map(({ label }) => label)
        .join('；') || '不公开',
  })
  await recordChange(ctx, {
    action: 'survey.results',
    ...named(after),
    before: words(of.publishedCodes),
    after: words(after.publishedCodes),
  })
  return after
}

/** Texts of members become public: they are judged like any other public text. */
async function refuseForbiddenComments(ctx: Ctx, of: Survey, chosen: readonly Question[]): Promise<void> {
  if (!chosen.some(({ kind }) => kind === 'clauses')) return
  for (const { name, comments } of await readComments(ctx, of))
    for (const { comment, outcome } of comments)
      if (outcome) await refuseForbiddenWords(ctx, { comment: `对“${name}”的意见` }, { comment })
}

/** The results that everybody may see, as they stood when they were published. */
export async function readPublished(
  ctx: Ctx,
  { key }: Parsed<Endpoints['GET /survey/results']>,
): Promise<Output<Endpoints['GET /survey/results']>> {
  const [of] = await ctx.db.select().from(survey).where(eq(survey.key, key))
  if (!of?.published) throw notFound('没有公开的结果')
  return { ...of.published, title: of.title, intro: of.intro, stateName: surveyStateNames[stateNow(of, ctx)] }
}

const countsOf = (some: readonly { name: string; count: number }[]) => some.map(({ name, count }) => ({ name, count }))

/** Results of these questions without whatever says whose they are. */
async function publicResults(
  ctx: Ctx,
  of: Survey,
  chosen: readonly Question[],
  { results, total }: Awaited<ReturnType<typeof readCounted>>,
): Promise<PublishedResults> {
  const clauses = await readComments(ctx, of)
  return {
    publishedOn: dayOf(ctx.now),
    total,
    questions: chosen.map(({ code }) => {
      const result = results.find(one => one.code === code)!
      return {
        code,
        kind: result.kind,
        label: result.label,
        answered: result.answered,
        options: countsOf(result.options),
        ranks: result.ranks.map(({ name, mean, first }) => ({ name, mean, first })),
        lines: result.lines.map(line => ({ name: line.name, counts: countsOf(line.counts) })),
        mean: result.numbers?.mean ?? null,
        comments: clauses
          .filter(clause => clause.code === code)
          .flatMap(({ name, comments }) =>
            comments.flatMap(({ comment, outcome, reply }) =>
              outcome ? [{ clause: name, comment, outcomeName: outcomeNames[outcome], reply }] : [],
            ),
          ),
      }
    }),
  }
}
