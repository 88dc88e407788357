import type { FormField, FormValues } from '#lib/form/form.ts'
import { fieldText } from '#lib/form/formWords.ts'

/** A section of a form, and how far it is filled in. */
export type SectionProgress = {
  name: string
  /** The names of its fields, in their order. */
  fields: readonly string[]
  done: number
  of: number
  said: string
}

const isFilledIn = ({ kind }: FormField, value: FormValues[string] | undefined) => {
  if (kind === 'rows') return Array.isArray(value) && value.some(row => Object.values(row).some(Boolean))
  return value !== undefined && value !== null && value !== '' && value !== false
}

/** The sections of a form, each with how much of what must be filled in is. */
export const sectionsProgress = (fields: readonly FormField[], values: FormValues): SectionProgress[] =>
  [...Map.groupBy(fields, ({ section }) => section)].map(([name, inIt]) => {
    const must = inIt.filter(({ required }) => required)
    const done = must.filter(field => isFilledIn(field, values[field.name]))
    const said = inIt.map(field => fieldText(field, values[field.name]).slice(0, MAX_SUMMARY_CHARS)).filter(Boolean)
    return { name, fields: inIt.map(field => field.name), done: done.length, of: must.length, said: said.join(' · ') }
  })

const MAX_SUMMARY_CHARS = 60

export const isIncomplete = ({ done, of }: SectionProgress) => done < of

/** Progress of a section; one without required fields is 选填. */
export const progressText = ({ done, of }: SectionProgress) => {
  if (of === 0) return '选填'
  return done === of ? '已填' : `${done} / ${of}`
}
