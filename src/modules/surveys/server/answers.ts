import { and, eq, inArray, sql } from 'drizzle-orm'
import { invalid, notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { decryptForm, maskForm } from '#lib/server/encryption/encryptedForm.ts'
import { filesInForm } from '#lib/server/forms/formFiles.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName } from '#lib/server/registers/registerColumns.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { allFields } from '../question.ts'
import { answerFilters } from '../surveyFilters.ts'
import { identityNames } from '../surveyWords.ts'
import { readPicked } from '../tally.ts'
import { isHandedIn } from './surveys.ts'
import { survey, surveyAnswer, surveyRespondent, surveyVersion } from './tables.ts'

/** An array of codes contains a code, as a single code does: both are kinds of choices. */
export function pickedCondition(typed: string) {
  const picked = readPicked(typed)
  if (!picked) throw invalid('应如 q3=o2', { picked: '应为题目和选项的代号，例如 q3=o2' })
  return sql`${surveyAnswer.form} -> ${picked.name}::text @> to_jsonb(${picked.option}::text)`
}

async function readAnswers({ db }: Pick<Ctx, 'db'>, ids: readonly number[]) {
  return db
    .select({ of: surveyAnswer, survey, versionNumber: surveyVersion.number, respondent: surveyRespondent })
    .from(surveyAnswer)
    .innerJoin(survey, eq(survey.id, surveyAnswer.surveyId))
    .innerJoin(surveyVersion, eq(surveyVersion.id, surveyAnswer.versionId))
    .leftJoin(surveyRespondent, eq(surveyRespondent.id, surveyAnswer.respondentId))
    .where(and(inArray(surveyAnswer.id, [...ids]), isHandedIn))
}
type Entry = Awaited<ReturnType<typeof readAnswers>>[number]

/** Name of whoever answered, or why there is none. */
const nameOf = ({ survey: { identity, erasedAt }, respondent }: Entry) =>
  respondent?.name ?? (erasedAt && identity === 'named' ? '已按期限清除' : identityNames[identity])

/** 答卷: what was handed in. */
export const answerRegister = defineRegister({
  name: '答卷',
  // What is searched for may be words of an answer.
  views: { code: 'surveyAnswer', permission: 'staff:surveys', unkept: ['key', 'surveyId'] },
  filters: answerFilters,
  from: sql`${surveyAnswer} join ${surveyVersion} on ${surveyVersion.id} = ${surveyAnswer.versionId}
    left join ${surveyRespondent} on ${surveyRespondent.id} = ${surveyAnswer.respondentId}`,
  id: surveyAnswer.id,
  newest: surveyAnswer.id,
  within: () => isHandedIn,
  where: {
    surveyId: surveyAnswer.surveyId,
    key: words =>
      sql`(${containsWords(sql`coalesce(${surveyRespondent.name}, '')`, words)} or ${containsWords(sql`${surveyAnswer.form}::text`, words)})`,
    picked: typed => pickedCondition(typed),
    handedFrom: day => sql`${surveyAnswer.handedInOn} >= ${day}`,
    handedTo: day => sql`${surveyAnswer.handedInOn} <= ${day}`,
  },
  read: readAnswers,
  row: entry => ({
    id: entry.of.id,
    name: nameOf(entry),
    handedInOn: entry.of.handedInOn!,
    versionNumber: entry.versionNumber,
  }),
  columns: {
    name: {
      heading: '填写人',
      width: 36,
      value: nameOf,
      sort: byName(sql`coalesce(${surveyRespondent.name}, '')`),
    },
    handedInOn: {
      heading: '交卷日期',
      width: 12,
      value: ({ of }) => of.handedInOn,
      sort: sql`coalesce(${surveyAnswer.handedInOn}, '-infinity')`,
      nowrap: true,
    },
    filledBy: { heading: '填写的经办人', width: 24, value: ({ of }) => of.filledBy.join('、'), empty: '—' },
    versionNumber: {
      heading: '题目版本',
      width: 8,
      value: ({ versionNumber }) => versionNumber,
      sort: surveyVersion.number,
      isFigure: true,
    },
  },
  listed: ['name', 'handedInOn', 'filledBy', 'versionNumber'],
})

/** One answer with the questions of its version. Telephone numbers are masked. */
export async function readAnswer(ctx: Ctx, id: number) {
  const [entry] = await readAnswers(ctx, [id])
  if (!entry) throw notFound('没有这份答卷')
  const [version] = await ctx.db.select().from(surveyVersion).where(eq(surveyVersion.id, entry.of.versionId))
  const fields = allFields(version!.questions)
  const values = decryptForm(fields, entry.of.form, ctx.encryption)
  const files = await fileInfos(ctx, filesInForm(fields, entry.of.form))
  return {
    id,
    surveyId: entry.survey.id,
    surveyTitle: entry.survey.title,
    name: nameOf(entry),
    handedInOn: entry.of.handedInOn!,
    filledBy: entry.of.filledBy,
    versionNumber: entry.versionNumber,
    organisationId: entry.respondent?.organisationId ?? null,
    personId: entry.respondent?.personId ?? null,
    fields,
    form: maskForm(fields, values),
    files: [...files.values()],
  }
}
