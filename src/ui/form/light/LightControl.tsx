import type { FieldValue, FormField } from '#lib/form/form.ts'
import type { Described } from '../Field.tsx'
import { SuggestedInput } from '../suggesting/SuggestedInput.tsx'
import { inputAttributes } from './LightLines.tsx'
import './lightForm.css'

type Props = {
  field: FormField
  described: Described
  value: FieldValue | undefined
  /** Absent: the input is uncontrolled, and the form reads it when it is sent. */
  onChange?: ((value: FieldValue) => void) | undefined
  readOnly?: boolean | undefined
  /** Folds a choice however few its options are. */
  asList?: boolean | undefined
}

const MAX_RADIO_OPTIONS = 3
export const isRadioChoice = ({ kind, options = [] }: FormField) =>
  kind === 'choice' && options.length <= MAX_RADIO_OPTIONS

export function LightControl({ field, described, value, onChange, readOnly, asList }: Props) {
  const { name, kind, options = [], max, unit, hint, label } = field
  const { 'aria-required': _, ...box } = described
  if (kind === 'agreement') {
    const isTicked = value === true
    return (
      <label className="light-box">
        <input
          {...box}
          type="checkbox"
          name={name}
          {...(onChange ? { checked: isTicked } : { defaultChecked: isTicked })}
          onChange={event => onChange?.(event.target.checked)}
        />
        <span>{hint ?? `我已阅读并同意${label}`}</span>
      </label>
    )
  }
  if (isRadioChoice(field) && !asList)
    return (
      <div {...described} className="light-choices" role="radiogroup" tabIndex={-1} aria-labelledby={`${box.id}-label`}>
        {options.map(option => (
          <label key={option.code}>
            <input
              type="radio"
              name={name}
              value={option.code}
              {...(onChange ? { checked: value === option.code } : { defaultChecked: value === option.code })}
              onChange={() => onChange?.(option.code)}
            />
            {option.name}
          </label>
        ))}
      </div>
    )
  const typed = value === undefined || value === null ? '' : String(value)
  const shared = {
    ...described,
    name,
    className: 'light-control',
    onChange: (event: { target: { value: string } }) => onChange?.(event.target.value),
    ...(onChange ? { value: typed } : { defaultValue: typed }),
  }
  if (kind === 'choice' || kind === 'province')
    return (
      <select {...shared} autoComplete={field.autocomplete ?? 'off'}>
        <option value="">请选择</option>
        {options.map(option => (
          <option key={option.code} value={option.code}>
            {option.name}
          </option>
        ))}
      </select>
    )
  if (kind === 'paragraph') return <textarea {...shared} rows={3} maxLength={max && max * 2} />
  return (
    <span className="light-line">
      {field.suggests ? (
        <SuggestedInput dictionary={field.suggests} {...inputAttributes(field)} {...shared} readOnly={readOnly} />
      ) : (
        <input {...inputAttributes(field)} {...shared} readOnly={readOnly} />
      )}
      {unit}
    </span>
  )
}
