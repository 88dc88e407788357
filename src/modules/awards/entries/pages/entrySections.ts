import type { FormField, FormValues } from '#lib/form/form.ts'

type Place = { name: string; done: number; of: number; first: string }

const isFilled = ({ kind }: FormField, value: FormValues[string] | undefined) => {
  if (kind === 'rows') return Array.isArray(value) && value.some(row => Object.values(row).some(Boolean))
  return value !== undefined && value !== null && value !== '' && value !== false
}

/** The parts of a form, each with how much of what must be filled in is. */
export function sectionsOf(fields: readonly FormField[], values: FormValues): Place[] {
  const sections = new Map<string, FormField[]>()
  for (const field of fields) sections.set(field.section, [...(sections.get(field.section) ?? []), field])
  return [...sections].map(([name, inIt]) => {
    const must = inIt.filter(({ required }) => required)
    return {
      name,
      first: inIt[0]!.name,
      of: must.length,
      done: must.filter(field => isFilled(field, values[field.name])).length,
    }
  })
}
