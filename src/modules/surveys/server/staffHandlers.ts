import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import QRCode from 'qrcode'
import { dayOf } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { organisationTags, trades } from '#modules/members/server/dictionaries.ts'
import { memberLevel } from '#modules/membership/server/tables.ts'
import { companyContacts } from '#modules/messages/server/companyContacts.ts'
import { readBodies } from '#modules/posts/server/bodies.ts'
import type { staffSurveysContract } from '../staffContract.ts'
import { enterAnswer } from './answering.ts'
import { answerRegister, readAnswer } from './answers.ts'
import { commentsWorkbook, dataForStatistics, dataWorkbook } from './exporting.ts'
import { publishResults, readComments, replyToComment } from './publishing.ts'
import { surveyReport } from './report.ts'
import { readResults } from './results.ts'
import { addToRoll, permitLate, remindRoll, removeFromRoll, respondentRegister } from './roll.ts'
import {
  closeSurvey,
  copySurvey,
  isChanged,
  moveQuestion,
  openSurvey,
  publishQuestions,
  removeQuestion,
  removeSurvey,
  reopenSurvey,
  saveQuestion,
  saveSurvey,
  saveTemplate,
  valuesOf,
} from './surveyActs.ts'
import { findSurvey, latestVersion, movedOf, readEntry, type Survey, surveyRegister, toRow } from './surveys.ts'
import { surveyRespondent } from './tables.ts'
import { readTemplates } from './templates.part.ts'

/** Members on the list who get neither an inbox message nor anything by their contact. */
async function countUnreachable(ctx: Ctx, id: number): Promise<number> {
  const lone = await ctx.db
    .select({ organisationId: surveyRespondent.organisationId })
    .from(surveyRespondent)
    .where(
      and(
        eq(surveyRespondent.surveyId, id),
        isNull(surveyRespondent.answeredOn),
        isNull(surveyRespondent.accountId),
        sql`not exists (select 1 from ${account} where ${account.status} = 'active' and (
          ${account.organisationId} = ${surveyRespondent.organisationId} or ${account.personId} = ${surveyRespondent.personId}))`,
      ),
    )
  const companies = lone.flatMap(({ organisationId }) => organisationId ?? [])
  const reached = (await companyContacts(ctx, companies)).filter(({ mobileSealed, email }) => mobileSealed || email)
  return lone.length - reached.length
}

async function detail(ctx: Ctx, id: number) {
  const entry = await readEntry(ctx, id)
  const { of } = entry
  const [silent] = await ctx.db
    .select({ n: count() })
    .from(surveyRespondent)
    .where(and(eq(surveyRespondent.surveyId, id), isNull(surveyRespondent.answeredOn)))
  const url = `${ctx.config.publicUrl}/admin/survey/${of.key}`
  return {
    ...toRow(entry),
    version: of.version,
    intro: of.intro,
    thanks: of.thanks,
    maxAnswers: of.maxAnswers,
    keptMonths: of.keptMonths,
    erasedOn: of.erasedAt && dayOf(of.erasedAt),
    form: valuesOf(of),
    questions: of.questions,
    versionNumber: (await latestVersion(ctx, of))?.number ?? 0,
    isChanged: await isChanged(ctx, of),
    silent: silent!.n,
    unreachable: await countUnreachable(ctx, id),
    url,
    qr: await QRCode.toString(url, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }),
    publishedCodes: of.publishedCodes,
  }
}

/** The questions for an answer that came on paper, and for whom it is typed in. */
async function readForEntering(ctx: Ctx, { id, respondentId }: { id: number; respondentId: number }) {
  const of = await findSurvey(ctx, id)
  const version = await latestVersion(ctx, of)
  const [respondent] = await ctx.db
    .select()
    .from(surveyRespondent)
    .where(and(eq(surveyRespondent.surveyId, id), eq(surveyRespondent.id, respondentId)))
  if (!version || !respondent) throw notFound('不在这份问卷的名单上，或者问卷还没有发布')
  if (respondent.answeredOn) throw conflict(`${respondent.name}已于 ${respondent.answeredOn} 交卷`)
  return { id, title: of.title, name: respondent.name, identity: of.identity, questions: version.questions }
}

/** Levels, trades, tags and bodies by which a list is made. */
async function choices(ctx: Ctx) {
  const levels = await ctx.db
    .select({ code: memberLevel.code, name: memberLevel.name })
    .from(memberLevel)
    .orderBy(asc(memberLevel.sort))
  const bodies = (await readBodies(ctx)).filter(({ isEnded }) => !isEnded)
  const named = (options: readonly { code: string; name: string; retired?: boolean }[]) =>
    options.flatMap(({ code, name, retired }) => (retired ? [] : { code, name }))
  return {
    levels: levels.map(({ code, name }) => ({ code: String(code), name })),
    trades: named(await trades.options(ctx)),
    tags: named(await organisationTags.options(ctx)),
    bodies: bodies.map(({ id, name }) => ({ code: String(id), name })),
    templates: (await readTemplates(ctx)).map(({ id, name }) => ({ code: String(id), name })),
  }
}

/** One change of a survey in a transaction. */
const change = (ctx: Ctx, act: (tx: Ctx) => Promise<Survey>) => inTransaction(ctx, async tx => movedOf(await act(tx)))

export const staffSurveysHandlers: Handlers<typeof staffSurveysContract> = {
  'GET /staff/survey/list': (ctx, asked) => surveyRegister.list(ctx, asked),
  'GET /staff/survey/export': (ctx, asked) =>
    exportRegister(ctx, surveyRegister, asked, { action: 'survey.export', objectType: 'survey' }),
  'GET /staff/survey/choices': choices,
  'GET /staff/survey/detail': (ctx, { id }) => detail(ctx, id),
  'POST /staff/survey/save': (ctx, given) => change(ctx, tx => saveSurvey(tx, given)),
  'POST /staff/survey/copy': (ctx, { id }) => change(ctx, tx => copySurvey(tx, id)),
  'POST /staff/survey/template': (ctx, given) =>
    inTransaction(ctx, async tx => ({ id: await saveTemplate(tx, given) })),
  'POST /staff/survey/question/save': (ctx, given) => change(ctx, tx => saveQuestion(tx, given)),
  'POST /staff/survey/question/move': (ctx, given) => change(ctx, tx => moveQuestion(tx, given)),
  'POST /staff/survey/question/remove': (ctx, given) => change(ctx, tx => removeQuestion(tx, given)),
  'POST /staff/survey/open': (ctx, seen) => change(ctx, tx => openSurvey(tx, seen)),
  'POST /staff/survey/publish': (ctx, seen) => change(ctx, tx => publishQuestions(tx, seen)),
  'POST /staff/survey/close': (ctx, seen) => change(ctx, tx => closeSurvey(tx, seen)),
  'POST /staff/survey/reopen': (ctx, given) => change(ctx, tx => reopenSurvey(tx, given)),
  'POST /staff/survey/remove': (ctx, seen) =>
    inTransaction(ctx, async tx => {
      await removeSurvey(tx, seen)
      return {}
    }),
  'GET /staff/survey/roll': (ctx, asked) => respondentRegister.list(ctx, asked),
  'GET /staff/survey/rollExport': (ctx, asked) =>
    exportRegister(ctx, respondentRegister, asked, { action: 'survey.exportRoll', objectType: 'survey' }),
  'POST /staff/survey/roll/add': (ctx, given) => inTransaction(ctx, tx => addToRoll(tx, given)),
  'POST /staff/survey/roll/remove': (ctx, given) => inTransaction(ctx, tx => removeFromRoll(tx, given)),
  'POST /staff/survey/remind': (ctx, given) => inTransaction(ctx, tx => remindRoll(tx, given)),
  'POST /staff/survey/late': (ctx, given) => inTransaction(ctx, tx => permitLate(tx, given)),
  'GET /staff/survey/entering': readForEntering,
  'POST /staff/survey/enter': async (ctx, given) => {
    await enterAnswer(ctx, given)
    return {}
  },
  'GET /staff/survey/answers': (ctx, asked) => answerRegister.list(ctx, asked),
  'GET /staff/survey/answersExport': (ctx, asked) =>
    exportRegister(ctx, answerRegister, asked, { action: 'survey.exportAnswers', objectType: 'survey' }),
  'GET /staff/survey/answer': (ctx, { id }) => readAnswer(ctx, id),
  'GET /staff/survey/results': readResults,
  'GET /staff/survey/data': (ctx, { id }) => dataWorkbook(ctx, id),
  'GET /staff/survey/codes': (ctx, { id }) => dataForStatistics(ctx, id),
  'GET /staff/survey/report': (ctx, { id, format }) => surveyReport(ctx, id, format),
  'POST /staff/survey/results/publish': (ctx, given) => change(ctx, tx => publishResults(tx, given)),
  'GET /staff/survey/comments': async (ctx, { id }) => {
    const of = await findSurvey(ctx, id)
    return { id, title: of.title, clauses: await readComments(ctx, of) }
  },
  'POST /staff/survey/reply': (ctx, given) =>
    inTransaction(ctx, async tx => {
      await replyToComment(tx, given)
      return {}
    }),
  'GET /staff/survey/commentsFile': (ctx, { id }) => commentsWorkbook(ctx, id),
}
