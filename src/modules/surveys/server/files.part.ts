import { and, eq, sql } from 'drizzle-orm'
import { filesInForm } from '#lib/server/forms/formFiles.ts'
import { defineFileReader } from '#modules/files/server/readers.ts'
import { defineFileReferences } from '#modules/files/server/references.ts'
import { allFields } from '../question.ts'
import { isHandedIn } from './surveys.ts'
import { surveyAnswer, surveyVersion } from './tables.ts'

defineFileReferences(surveyAnswer.form)

// Files of an answer are read by whoever manages surveys once it was handed in, whoever uploaded them.
defineFileReader(async ({ db, actor }, fileId) => {
  if (actor.kind !== 'staff' || !actor.permissions.includes('staff:surveys')) return false
  const rows = await db
    .select({ form: surveyAnswer.form, questions: surveyVersion.questions })
    .from(surveyAnswer)
    .innerJoin(surveyVersion, eq(surveyVersion.id, surveyAnswer.versionId))
    .where(
      and(
        isHandedIn,
        sql`jsonb_path_exists(${surveyAnswer.form}, '$.* ? (@ == $id)', jsonb_build_object('id', ${fileId}::int))`,
      ),
    )
  return rows.some(({ form, questions }) => filesInForm(allFields(questions), form).includes(fileId))
})
