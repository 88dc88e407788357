import type { FieldValue, FormField } from '#lib/form/form.ts'
import type { Described } from '../Field.tsx'
import { Ranking } from '../Ranking.tsx'
import './lightForm.css'

type Props = {
  field: FormField
  described: Described
  value: FieldValue | undefined
  onChange: (value: FieldValue) => void
  /** Shows the options one below the other. */
  unfolded?: boolean | undefined
}

/** Several of the options, or all of them in an order. */
export default function LightSeveral({ field, described, value, onChange, unfolded }: Props) {
  if (field.kind === 'ranking') return <Ranking field={field} value={value} onChange={onChange} described={described} />
  const { 'aria-required': _, ...box } = described
  const chosen = Array.isArray(value) ? (value as string[]) : []
  return (
    // biome-ignore lint/a11y/useSemanticElements: the label of the field names it, a fieldset would need another
    <div
      {...box}
      className="light-choices"
      data-unfolded={unfolded || undefined}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${box.id}-label`}
    >
      {(field.options ?? []).map(({ code, name }) => (
        <label key={code}>
          <input
            type="checkbox"
            checked={chosen.includes(code)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, code] : chosen.filter(one => one !== code))}
          />
          {name}
        </label>
      ))}
    </div>
  )
}
