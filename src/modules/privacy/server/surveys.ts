import { asc, eq, or, sql } from 'drizzle-orm'
import { labelled } from '#lib/form/formWords.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { decryptForm } from '#lib/server/encryption/encryptedForm.ts'
import { allFields } from '#modules/surveys/question.ts'
import { survey, surveyAnswer, surveyRespondent, surveyVersion } from '#modules/surveys/server/tables.ts'
import type { Subject } from './holdings.ts'

const isOf = ({ id, organisationId, personId }: Subject) =>
  or(
    id ? eq(surveyRespondent.accountId, id) : undefined,
    organisationId ? eq(surveyRespondent.organisationId, organisationId) : undefined,
    personId ? eq(surveyRespondent.personId, personId) : undefined,
  ) ?? sql`false`

/** Surveys that they were asked to fill in, with their named answers and drafts. */
export async function surveysOf({ db, encryption }: Ctx, of: Subject) {
  const rows = await db
    .select({ title: survey.title, respondent: surveyRespondent, answer: surveyAnswer, version: surveyVersion })
    .from(surveyRespondent)
    .innerJoin(survey, eq(survey.id, surveyRespondent.surveyId))
    .leftJoin(surveyAnswer, eq(surveyAnswer.respondentId, surveyRespondent.id))
    .leftJoin(surveyVersion, eq(surveyVersion.id, surveyAnswer.versionId))
    .where(isOf(of))
    .orderBy(asc(surveyRespondent.id))
  return rows.map(({ title, respondent, answer, version }) => {
    const fields = allFields(version?.questions ?? [])
    return {
      survey: title,
      answeredOn: respondent.answeredOn,
      answers: answer ? labelled(fields, decryptForm(fields, answer.form, encryption)) : null,
    }
  })
}
