import type { FieldValue, FormField, FormValues } from '#lib/form/form.ts'
import { tableOf, wordsOf } from '#lib/form/formWords.ts'
import { RowsTable } from '#ui/table/RowsTable.tsx'
import './apply.css'

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
            <div key={field.name} data-rows={field.kind === 'rows' || undefined}>
              <dt>{field.label}</dt>
              <dd>
                <Answer field={field} value={values[field.name]} />
              </dd>
            </div>
          ))}
      </dl>
    </div>
  ))
}

function Answer({ field, value }: { field: FormField; value: FieldValue | undefined }) {
  const table = tableOf(field, value)
  if (table?.rows.length) return <RowsTable caption={field.label} {...table} />
  const words = field.kind === 'picture' && value ? '已上传图片' : wordsOf(field, value)
  return words || <span className="faint">未填写</span>
}
