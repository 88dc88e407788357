import type { FormField } from './form.ts'

/** A line of text, or what `of` makes of it. */
export const textField = (name: string, label: string, section: string, of: Partial<FormField> = {}): FormField => ({
  name,
  label,
  section,
  kind: 'text',
  ...of,
})

/** A column of a table that is filled in: a few words, or what `of` makes of it. */
export const textColumn = (name: string, label: string, of: Partial<FormField> = {}): FormField =>
  textField(name, label, '', { max: 60, ...of })
