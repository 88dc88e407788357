import type { FormField } from './form.ts'

/** Why somebody does something that others will read; the hint says who they are. */
export const reasonField = (hint: string, given: Partial<FormField> = {}): FormField => ({
  name: 'reason',
  label: '原因',
  section: '',
  kind: 'paragraph',
  required: true,
  max: 200,
  hint,
  ...given,
})
