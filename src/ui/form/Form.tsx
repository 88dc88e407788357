import type { FormEvent, ReactNode } from 'react'
import { type FieldErrors, type FieldValue, type FormField, type FormValues, placeOf } from '#lib/form/form.ts'
import { useLatest } from '../useLatest.ts'
import { Control, OPEN_BOXES, OPEN_CHOICES } from './Control.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { FormEntry } from './FormEntry.tsx'
import { type Asked, Remark } from './Remarks.tsx'
import { type Filler, Rows } from './Rows.tsx'
import { FormSections } from './sections/FormSections.tsx'
import { useAskedFields } from './sections/useAskedFields.tsx'
import { useKnownSections } from './sections/useKnownSections.tsx'
import './form.css'

type Props = {
  fields: readonly FormField[]
  values: FormValues
  onChange: (values: FormValues) => void
  errors?: FieldErrors
  /** Over the list of errors. */
  message?: string
  /** Which fields may be changed now; the others are shown as they are. */
  open?: (name: string) => boolean
  remarks?: readonly (Asked & { field?: string; slot?: string })[]
  answers?: Record<string, string>
  onAnswer?: (name: string, text: string) => void
  /** Of errors that are not about a field of this list, such as missing files. */
  labelOf?: (name: string) => string | undefined
  /** Of fields with rows, by name: rows at hand. */
  fillers?: Record<string, Filler>
  /** Sections that are complete when the form is opened are shown, and asked for only at the reader's wish. */
  foldsKnown?: boolean | undefined
  onSubmit?: () => void
  /** Below the fields: further parts, and the buttons. */
  children?: ReactNode
}

/** The one form: a list of fields as data, in one column, under the headings of its sections. */
export function Form({ errors = NONE, message, labelOf, onSubmit, onChange, children, foldsKnown, ...rest }: Props) {
  const { fields, values, remarks = [] } = rest
  // Two files may arrive between two renderings.
  const latest = useLatest(values)
  const change = (name: string, value: FieldValue) => {
    latest.current = { ...latest.current, [name]: value }
    onChange(latest.current)
  }
  const labelAt = (name: string) => {
    const { label, inRow } = placeOf(fields, name) ?? { label: labelOf?.(name) ?? '' }
    if (!inRow) return label
    return errors[name]?.includes(label) ? inRow : `${inRow}：${label}`
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  const shown = useAskedFields(rest)
  const known = useKnownSections(foldsKnown && remarks.length === 0 ? rest : NOTHING, errors)
  const whole = remarks.find(({ field, slot }) => !field && !slot)
  return (
    <form className="form" noValidate onSubmit={submit}>
      <ErrorSummary errors={errors} labelOf={labelAt} message={message} />
      {whole && (
        <Remark
          name=""
          remark={whole}
          answer={rest.answers?.[''] ?? whole.answer ?? ''}
          onAnswer={rest.onAnswer && (text => rest.onAnswer!('', text))}
        />
      )}
      {shown.toggle}
      <FormSections fields={shown.fields} head={known.head}>
        {field => (
          <One
            key={field.name}
            field={field}
            errors={errors}
            change={change}
            {...rest}
            open={name => !known.has(field.section) && (rest.open?.(name) ?? true)}
          />
        )}
      </FormSections>
      {children}
    </form>
  )
}

const NONE: FieldErrors = {}
const NOTHING = { fields: [], values: {} }

type OneProps = Omit<Props, 'fields' | 'errors' | 'children' | 'onChange' | 'foldsKnown'> & {
  field: FormField
  errors: FieldErrors
  change: (name: string, value: FieldValue) => void
}

function One({ field, values, change, errors, open, remarks, answers, onAnswer, fillers }: OneProps) {
  const { name, kind } = field
  const remark = remarks?.find(one => one.field === name)
  const isOpen = open?.(name) ?? true
  return (
    <FormEntry
      field={field}
      value={values[name]}
      error={errors[name]}
      isOpen={isOpen}
      group={isGroup(field)}
      remark={
        remark && (
          <Remark
            name={name}
            remark={remark}
            answer={answers?.[name] ?? remark.answer ?? ''}
            onAnswer={isOpen && onAnswer ? text => onAnswer(name, text) : undefined}
          />
        )
      }
    >
      {described => {
        const control = { field, described, value: values[name], onChange: (value: FieldValue) => change(name, value) }
        return kind === 'rows' ? (
          <Rows {...control} errors={errors} filler={fillers?.[name]} />
        ) : (
          <Control {...control} locate={typeof values.address === 'string' ? values.address : undefined} />
        )
      }}
    </FormEntry>
  )
}

/** Below one label several things to press, and not one. */
function isGroup({ kind, options = [] }: FormField): boolean {
  if (kind === 'choices') return options.length <= OPEN_BOXES
  if (kind === 'choice') return options.length <= OPEN_CHOICES
  return /^(point|picture|agreement|rows)$/.test(kind)
}
