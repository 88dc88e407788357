import type { FormField } from '#lib/form/form.ts'

/** The phone to which `CodeField` sends its code. */
export const phoneField = (hint: string): FormField => ({
  name: 'phone',
  label: '手机号',
  section: '',
  kind: 'mobile',
  required: true,
  hint,
  autocomplete: 'tel-national',
})
