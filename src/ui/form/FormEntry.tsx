import type { ReactNode } from 'react'
import type { FieldKind, FieldValue, FormField } from '#lib/form/form.ts'
import { fieldText, tableOf } from '#lib/form/formWords.ts'
import { RowsTable } from '../table/RowsTable.tsx'
import { type Described, Field, fieldId } from './Field.tsx'

type Props = {
  field: FormField
  value: FieldValue | undefined
  error: string | undefined
  /** Closed fields are shown as they are. */
  isOpen: boolean
  remark: ReactNode
  group?: boolean
  children: (described: Described) => ReactNode
}

export function FormEntry({ field, value, error, isOpen, remark, group, children }: Props) {
  const { name, label, required, hint } = field
  if (!isOpen)
    return (
      <div className="field field-fixed" id={fieldId(name)} tabIndex={-1}>
        <span className="field-label">{label}</span>
        <Fixed field={field} value={value} />
        {remark}
      </div>
    )
  return (
    <Field
      name={name}
      label={label}
      required={required}
      hint={hint}
      error={error}
      before={remark}
      group={group}
      isShort={isShort(field)}
    >
      {children}
    </Field>
  )
}

const SHORT_KINDS: readonly FieldKind[] = [
  'number',
  'day',
  'moment',
  'province',
  'personName',
  'mobile',
  'phone',
  'postcode',
  'creditCode',
  'residentId',
]
const MAX_SHORT_LENGTH = 20

const isShort = ({ kind, max = Infinity }: FormField) =>
  SHORT_KINDS.includes(kind) || (kind === 'text' && max <= MAX_SHORT_LENGTH)

function Fixed({ field, value }: { field: FormField; value: FieldValue | undefined }) {
  const table = tableOf(field, value)
  if (table?.rows.length) return <RowsTable caption={field.label} {...table} />
  return <p>{field.kind === 'picture' && value ? '已上传图片' : fieldText(field, value) || '未填写'}</p>
}
