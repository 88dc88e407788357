import { type FormField, type FormValues, wordsOf } from '#lib/form.ts'

type Props = { fields: readonly FormField[]; values: FormValues }

/** What was filled in, under its headings, to be looked over. */
export function FormAnswers({ fields, values }: Props) {
  const sections = [...new Set(fields.map(({ section }) => section))]
  return sections.map(section => (
    <div key={section} className="answers">
      <h3>{section}</h3>
      <dl>
        {fields
          .filter(field => field.section === section)
          .map(field => (
            <div key={field.name}>
              <dt>{field.label}</dt>
              <dd>{words(field, values) || <span className="faint">未填写</span>}</dd>
            </div>
          ))}
      </dl>
    </div>
  ))
}

const words = (field: FormField, values: FormValues) =>
  field.kind === 'picture' && values[field.name] ? '已上传图片' : wordsOf(field, values[field.name])
