import { type FormEvent, type ReactNode, useRef } from 'react'
import { type FieldErrors, type FieldValue, type FormField, type FormValues, wordsOf } from '#lib/form.ts'
import { Control } from './form/Control.tsx'
import { ErrorSummary } from './form/ErrorSummary.tsx'
import { Field, fieldId } from './form/Field.tsx'
import { type Asked, Remark } from './form/Remarks.tsx'
import './form/form.css'

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
  onSubmit?: () => void
  /** Below the fields: further parts, and the buttons. */
  children?: ReactNode
}

/** The one form: a list of fields as data, in one column, under the headings of its sections. */
export function Form({ fields, errors = NONE, message, labelOf, onSubmit, onChange, children, ...rest }: Props) {
  // Two files may arrive between two renderings.
  const latest = useRef(rest.values)
  latest.current = rest.values
  const change = (name: string, value: FieldValue) => {
    latest.current = { ...latest.current, [name]: value }
    onChange(latest.current)
  }
  const labels = new Map(fields.map(({ name, label }) => [name, label]))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  const whole = rest.remarks?.find(({ field, slot }) => !field && !slot)
  return (
    <form className="form" noValidate onSubmit={submit}>
      <ErrorSummary errors={errors} labelOf={name => labels.get(name) ?? labelOf?.(name) ?? ''} message={message} />
      {whole && (
        <Remark
          name=""
          remark={whole}
          answer={rest.answers?.[''] ?? whole.answer ?? ''}
          onAnswer={rest.onAnswer && (text => rest.onAnswer!('', text))}
        />
      )}
      {sectionsOf(fields).map(([section, inIt]) => (
        <fieldset key={section} className="form-section">
          {section && <legend>{section}</legend>}
          {inIt.map(field => (
            <One key={field.name} field={field} error={errors[field.name]} change={change} {...rest} />
          ))}
        </fieldset>
      ))}
      {children}
    </form>
  )
}

const NONE: FieldErrors = {}

function sectionsOf(fields: readonly FormField[]): [string, FormField[]][] {
  const sections = new Map<string, FormField[]>()
  for (const field of fields) sections.set(field.section, [...(sections.get(field.section) ?? []), field])
  return [...sections]
}

type OneProps = Omit<Props, 'fields' | 'errors' | 'children' | 'onChange'> & {
  field: FormField
  error: string | undefined
  change: (name: string, value: FieldValue) => void
}

function One({ field, values, change, error, open, remarks, answers, onAnswer }: OneProps) {
  const { name, label, required, hint, kind } = field
  const remark = remarks?.find(one => one.field === name)
  const isOpen = open?.(name) ?? true
  const asked = remark && (
    <Remark
      name={name}
      remark={remark}
      answer={answers?.[name] ?? remark.answer ?? ''}
      onAnswer={isOpen && onAnswer ? text => onAnswer(name, text) : undefined}
    />
  )
  if (!isOpen)
    return (
      <div className="field field-fixed" id={fieldId(name)} tabIndex={-1}>
        <span className="field-label">{label}</span>
        <p>{kind === 'picture' && values[name] ? '已上传图片' : wordsOf(field, values[name]) || '未填写'}</p>
        {asked}
      </div>
    )
  return (
    <Field {...{ name, label, required, hint, error }} before={asked} group={isGroup(field)}>
      {described => (
        <Control
          {...{ field, described }}
          value={values[name]}
          onChange={value => change(name, value)}
          locate={typeof values.address === 'string' ? values.address : undefined}
        />
      )}
    </Field>
  )
}

const isGroup = ({ kind, options }: FormField) =>
  /^(choices|point|picture|agreement)$/.test(kind) || (kind === 'choice' && options!.length <= 5)
