import type { FieldErrors, FormField } from '#lib/form/form.ts'
import { keyboards } from '../keyboards.ts'
import { LightInput } from './LightInput.tsx'

type Props = { fields: readonly FormField[]; errors: FieldErrors; values?: Partial<Record<string, string>> | undefined }

/** Fields of one line each, as public pages show them; every one of them is text in the end. */
export const LightLines = ({ fields, errors, values }: Props) =>
  fields.map(field => (
    <LightInput
      key={field.name}
      {...inputAttributes(field)}
      label={field.label}
      hint={field.hint}
      required={field.required}
      defaultValue={values?.[field.name]}
      error={errors[field.name]}
    />
  ))

/**
 * Attributes of a single-line input. The maximum length is generous, so that too long a text is refused with its length
 * instead of being cut off.
 */
export const inputAttributes = ({ name, kind, max, autocomplete = 'off' }: FormField) => ({
  name,
  autoComplete: autocomplete,
  maxLength: max && kind === 'text' ? max * 2 : 100,
  ...keyboards[kind],
})
