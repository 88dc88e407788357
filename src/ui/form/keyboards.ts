import type { FormField } from '#lib/form/form.ts'

/** Which keys a phone shows. What they cannot prevent is accepted and put right, or refused with a sentence. */
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
