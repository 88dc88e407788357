import type { FormField, FormValues } from '#lib/form/form.ts'
import type { WordRule } from '#lib/form/formReading.ts'
import type { Verdict } from './importKinds.ts'

/**
 * Refuses a row with forbidden words in what everybody reads, as its form does. `changed`: names of the fields that would be
 * written; what is public already blocks no other change.
 */
export function refuseForbidden(
  judge: WordRule,
  fields: readonly FormField[],
  values: FormValues,
  changed: readonly string[] = Object.keys(values),
): Extract<Verdict, { do: 'refuse' }> | undefined {
  const faults = fields.flatMap(field => {
    const why = changed.includes(field.name) && judge(field, values[field.name] ?? null)
    return why ? [{ column: field.name, why }] : []
  })
  const [first] = faults
  return first && { do: 'refuse', column: first.column, why: faults.map(({ why }) => why).join('；') }
}
