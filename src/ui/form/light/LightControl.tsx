import { lazy, Suspense } from 'react'
import type { FieldValue, FormField } from '#lib/form/form.ts'
import type { Described } from '../Field.tsx'
import { SuggestedInput } from '../suggesting/SuggestedInput.tsx'
import { inputAttributes } from './LightLines.tsx'
import './lightForm.css'

/** Loaded where several options are chosen or put in order: most forms have nothing of the kind. */
const LightSeveral = lazy(() => import('./LightSeveral.tsx'))

type Props = {
  field: FormField
  described: Described
  value: FieldValue | undefined
  /** Absent: the input is uncontrolled, and the form reads it when it is sent. */
  onChange?: ((value: FieldValue) => void) | undefined
  readOnly?: boolean | undefined
  /** Folds a choice however few its options are. */
  asList?: boolean | undefined
  /** Shows the options of a choice one below the other, up to a dozen of them. */
  unfolded?: boolean | undefined
}

const MAX_RADIO_OPTIONS = 3
const MAX_UNFOLDED_OPTIONS = 12
export const isRadioChoice = ({ kind, options = [] }: FormField, unfolded?: boolean) =>
  kind === 'choice' && options.length <= (unfolded ? MAX_UNFOLDED_OPTIONS : MAX_RADIO_OPTIONS)

export function LightControl({ field, described, value, onChange, readOnly, asList, unfolded }: Props) {
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
  if (isRadioChoice(field, unfolded) && !asList)
    return (
      <div
        {...described}
        className="light-choices"
        data-unfolded={unfolded || undefined}
        role="radiogroup"
        tabIndex={-1}
        aria-labelledby={`${box.id}-label`}
      >
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
  if ((kind === 'choices' || kind === 'ranking') && onChange)
    return (
      <Suspense>
        <LightSeveral field={field} described={described} value={value} onChange={onChange} unfolded={unfolded} />
      </Suspense>
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
