import type { ReactNode } from 'react'
import type { FormField } from '#lib/form/form.ts'
import { provinces } from '#lib/provinces.ts'
import { Field, FieldError } from '#modules/accounts/pages/Field.tsx'

type Props = {
  of: FormField
  value: string
  error: string | undefined
  /** What the association asks for here. */
  remark?: string | undefined
  onChoose?: ((code: string) => void) | undefined
  readOnly?: boolean
}

/** One field of the schema as a plain input; what is typed stays in the input. */
export function LegacyField({ of, value, error, remark, onChoose, readOnly }: Props) {
  const { name, kind, required, max } = of
  const label = `${of.label}${required || kind === 'agreement' ? '' : '（选填）'}`
  const hint = hintOf(of, remark)
  const shared = { id: name, name, required, 'aria-invalid': error ? true : undefined }
  const framed = (input: (described: string | undefined) => ReactNode) => (
    <Framed name={name} label={label} hint={hint} error={error}>
      {input}
    </Framed>
  )
  if (kind === 'agreement')
    return (
      <div className="entry-field entry-agreement" data-wrong={error ? true : undefined}>
        <FieldError name={name} error={error} />
        <div>
          <input type="checkbox" {...shared} defaultChecked={value !== ''} />
          <label htmlFor={name}>我承诺{of.hint}</label>
        </div>
      </div>
    )
  if (kind === 'paragraph')
    return framed(described => (
      <textarea {...shared} aria-describedby={described} defaultValue={value} rows={3} maxLength={max! * 2} />
    ))
  if (kind === 'choice' || kind === 'province') {
    const choices = of.options ?? provinces
    return framed(described => (
      <select
        {...shared}
        aria-describedby={described}
        defaultValue={value}
        onChange={event => onChoose?.(event.target.value)}
      >
        <option value="">请选择</option>
        {choices.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    ))
  }
  return (
    <Field
      name={name}
      label={label}
      hint={hint}
      error={error}
      required={required}
      readOnly={readOnly}
      {...typing(of)}
      defaultValue={value}
      autoComplete={of.autocomplete ?? 'off'}
    />
  )
}

const hintOf = ({ hint }: FormField, remark: string | undefined) =>
  remark ? (
    <>
      {hint}
      <b className="legacy-remark">协会的意见：{remark}</b>
    </>
  ) : (
    hint
  )

const typing = ({ kind, max = 60 }: FormField) => {
  if (kind === 'day') return { type: 'date' }
  if (kind === 'mobile') return { type: 'tel', inputMode: 'tel' as const, maxLength: 20 }
  return { maxLength: max }
}

type Frame = {
  name: string
  label: string
  hint?: ReactNode
  error: string | undefined
  children: (described: string | undefined) => ReactNode
}

/** As `Field` has it, around another kind of input. */
export function Framed({ name, label, hint, error, children }: Frame) {
  const notes = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return (
    <div className="entry-field" data-wrong={error ? true : undefined}>
      <label htmlFor={name}>{label}</label>
      {hint && (
        <p id={`${name}-hint`} className="entry-hint">
          {hint}
        </p>
      )}
      <FieldError name={name} error={error} />
      {children(notes || undefined)}
    </div>
  )
}
