import type { ClipboardEvent } from 'react'
import type { FieldValue, FormField } from '#lib/form/form.ts'
import { Control } from './Control.tsx'
import { type Described, fieldId } from './Field.tsx'

type Props = {
  name: string
  column: FormField
  place: number
  value: FieldValue | undefined
  error: string | undefined
  onChange: (value: FieldValue) => void
  onPaste: (event: ClipboardEvent) => void
}

/** One cell of a table to fill in: its label is for the ear, and on a phone for the eye too. */
export function RowCell({ name, column, place, value, error, onChange, onPaste }: Props) {
  const id = fieldId(`${name}.${place}.${column.name}`)
  const described: Described = {
    id,
    'aria-describedby': error && `${id}-error`,
    'aria-invalid': error ? true : undefined,
    'aria-required': column.required || undefined,
  }
  return (
    <div className="rows-cell" data-invalid={error ? true : undefined} onPasteCapture={onPaste}>
      <label className="rows-label" htmlFor={id} id={`${id}-label`}>
        <span className="hidden-text">第 {place + 1} 行 </span>
        {column.label}
        {column.required && <em aria-hidden="true">*</em>}
      </label>
      <Control field={column} value={value} onChange={onChange} described={described} inCell />
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

/** What its kind needs at least; a column of words takes what is left. */
export const widthOf = ({ kind, max = 100 }: FormField) => {
  if (kind === 'agreement') return '4.5rem'
  if (kind === 'number') return 'minmax(5.5rem, 0.6fr)'
  if (/^(day|choice|province|mobile)$/.test(kind)) return 'minmax(8.5rem, 1fr)'
  if (kind === 'residentId' || kind === 'creditCode') return 'minmax(12rem, 1fr)'
  if (kind === 'paragraph' || max > 100) return 'minmax(14rem, 3fr)'
  if (kind === 'text' && max <= 6) return '5rem'
  return kind === 'personName' || (kind === 'text' && max <= 20) ? 'minmax(6.5rem, 1fr)' : 'minmax(10rem, 2fr)'
}
