import type { ReactNode } from 'react'
import type { FieldValue, FormField } from '#lib/form/form.ts'
import { provinces } from '#lib/provinces.ts'
import { type Described, Field } from '#ui/form/Field.tsx'

type Props = {
  /** `path`: how errors name it, where it stands in a row. */
  field: FormField & { path?: string }
  value: FieldValue | undefined
  onChange: (value: FieldValue) => void
  needed: boolean
  error?: string
  before?: ReactNode
}

/** Up to so many choices stand open to be seen. */
const OPEN_CHOICES = 3

/** One field of the form as a plain input: this form stands on public pages, too. */
export function EnrolmentField({ field, value, onChange, needed, error, before }: Props) {
  const { label, kind, options = [], hint, path = field.name } = field
  const isOpen = kind === 'choice' && options.length <= OPEN_CHOICES
  const isBox = kind === 'agreement'
  return (
    <Field
      name={path}
      label={label}
      error={error}
      before={before}
      required={needed}
      group={isOpen || isBox}
      hint={isBox ? undefined : hint}
    >
      {described => {
        if (isBox) return <Box field={field} value={value} onChange={onChange} described={described} />
        if (isOpen) return <Open field={field} value={value} onChange={onChange} described={described} />
        return <Line field={field} value={value} onChange={onChange} described={described} />
      }}
    </Field>
  )
}

type Part = Pick<Props, 'field' | 'value' | 'onChange'> & { described: Described }

const shown = (value: FieldValue | undefined) => (value === undefined || value === null ? '' : String(value))

function Line({ field: { kind, options, max, autocomplete, unit }, value, onChange, described }: Part) {
  const shared = { ...described, value: shown(value), autoComplete: autocomplete ?? 'off' }
  if (kind === 'choice' || kind === 'province')
    return (
      <select {...shared} onChange={event => onChange(event.target.value)}>
        <option value="">请选择</option>
        {(options ?? provinces).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    )
  if (kind === 'paragraph')
    return <textarea {...shared} rows={3} maxLength={max && max * 2} onChange={event => onChange(event.target.value)} />
  const input = (
    <input
      {...shared}
      {...KEYBOARDS[kind]}
      maxLength={max && kind === 'text' ? max * 2 : 100}
      onChange={event => onChange(event.target.value)}
    />
  )
  return unit ? (
    <span className="enrol-unit">
      {input} {unit}
    </span>
  ) : (
    input
  )
}

function Open({ field: { options = [], path, name }, value, onChange, described }: Part) {
  const { id, ...rest } = described
  return (
    <div className="enrol-choices" role="radiogroup" id={id} tabIndex={-1} aria-labelledby={`${id}-label`} {...rest}>
      {options.map(option => (
        <label key={option.code}>
          <input
            type="radio"
            name={path ?? name}
            checked={value === option.code}
            onChange={() => onChange(option.code)}
          />
          {option.name}
        </label>
      ))}
    </div>
  )
}

const Box = ({ field: { hint, label }, value, onChange, described: { 'aria-required': _, ...described } }: Part) => (
  <label className="enrol-box">
    <input {...described} type="checkbox" checked={value === true} onChange={event => onChange(event.target.checked)} />
    <span>{hint ?? `我已阅读并同意${label}`}</span>
  </label>
)

/** Which keys a phone shows. */
const KEYBOARDS: Partial<Record<FormField['kind'], object>> = {
  number: { inputMode: 'numeric' },
  mobile: { inputMode: 'tel', type: 'tel' },
  phone: { inputMode: 'tel', type: 'tel' },
  email: { inputMode: 'email', autoCapitalize: 'off', spellCheck: false },
  creditCode: { autoCapitalize: 'characters', spellCheck: false },
}
