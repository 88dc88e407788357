import { asc } from 'drizzle-orm'
import { rowsIn } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import { surveyRecords } from '../staffContract.ts'
import { questionsOfRows, templateFields } from '../templateForm.ts'
import { surveyTemplate } from './tables.ts'

type Template = typeof surveyTemplate.$inferSelect

export const readTemplates = ({ db }: Pick<Ctx, 'db'>): Promise<Template[]> =>
  db.select().from(surveyTemplate).orderBy(asc(surveyTemplate.sort), asc(surveyTemplate.id))

defineSiteRecords<Template>({
  objectType: 'surveyTemplate',
  ...surveyRecords.surveyTemplate,
  fields: templateFields,
  read: readTemplates,
  valuesOf: ({ name, intro, thanks, questions }) => ({ name, intro, thanks, questions }),
  check: async (ctx, values, before) => ({
    ...questionsOfRows(rowsIn(values, 'questions')).faults,
    ...wrongIf(
      (await readTemplates(ctx)).some(({ id, name }) => id !== before?.id && name === values.name),
      { name: '已有这个名称的模板' },
    ),
  }),
  write: ({ db }, values, before) =>
    saveInOrder(
      db,
      surveyTemplate,
      {
        name: String(values.name),
        intro: String(values.intro ?? ''),
        thanks: String(values.thanks ?? ''),
        questions: rowsIn(values, 'questions'),
      },
      before,
    ),
  table: surveyTemplate,
  order: {},
  pack: { key: 'name' },
})
