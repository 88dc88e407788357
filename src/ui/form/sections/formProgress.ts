import type { FormField, FormValues } from '#lib/form/form.ts'

type Part = {
  name: string
  /** The name of its first field. */
  first: string
  /** How many of the fields that must be filled in are. */
  done: number
  of: number
}

const isFilledIn = ({ kind }: FormField, value: FormValues[string] | undefined) => {
  if (kind === 'rows') return Array.isArray(value) && value.some(row => Object.values(row).some(Boolean))
  return value !== undefined && value !== null && value !== '' && value !== false
}

/** The sections of a form, each with how much of what must be filled in is. */
export const partsOf = (fields: readonly FormField[], values: FormValues): Part[] =>
  [...Map.groupBy(fields, ({ section }) => section)].map(([name, inIt]) => {
    const must = inIt.filter(({ required }) => required)
    const done = must.filter(field => isFilledIn(field, values[field.name]))
    return { name, first: inIt[0]!.name, done: done.length, of: must.length }
  })
