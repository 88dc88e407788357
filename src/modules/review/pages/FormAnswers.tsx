import { Button } from 'antd'
import type { FieldValue, FormField, FormValues } from '#lib/form/form.ts'
import { fieldText, tableOf } from '#lib/form/formWords.ts'
import { RowsTable } from '#ui/table/RowsTable.tsx'
import './apply.css'

type Props = {
  fields: readonly FormField[]
  values: FormValues
  /** Back into the form, to the section that begins with this field. */
  onEdit?: ((name: string) => void) | undefined
}

export function FormAnswers({ fields, values, onEdit }: Props) {
  return [...Map.groupBy(fields, ({ section }) => section)].map(([section, inIt]) => (
    <div key={section} className="answers">
      <AnswersHead name={section} onEdit={onEdit && (() => onEdit(inIt[0]!.name))} />
      <dl>
        {inIt.map(field => (
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

export const AnswersHead = ({ name, onEdit }: { name: string; onEdit?: (() => void) | undefined }) => (
  <h3>
    {name}
    {onEdit && (
      <Button type="link" onClick={onEdit}>
        修改<span className="hidden-text">：{name}</span>
      </Button>
    )}
  </h3>
)

function Answer({ field, value }: { field: FormField; value: FieldValue | undefined }) {
  const table = tableOf(field, value)
  if (table?.rows.length) return <RowsTable caption={field.label} {...table} />
  const words = field.kind === 'picture' && value ? '已上传图片' : fieldText(field, value)
  return words || <span className="faint">未填写</span>
}
