import type { FormField } from '#lib/form/form.ts'

/** Keyboards of phones by kind of field. Input that they allow anyway is normalised or refused with a message. */
export const keyboards: Partial<Record<FormField['kind'], object>> = {
  day: { type: 'date' },
  number: { inputMode: 'decimal' },
  mobile: { type: 'tel' },
  phone: { type: 'tel' },
  email: { inputMode: 'email', autoCapitalize: 'off', spellCheck: false },
  url: { inputMode: 'url', autoCapitalize: 'off', spellCheck: false },
  link: { inputMode: 'url', autoCapitalize: 'off', spellCheck: false },
  postcode: { inputMode: 'numeric' },
  creditCode: { autoCapitalize: 'characters', spellCheck: false },
  residentId: { autoCapitalize: 'characters', spellCheck: false },
}
