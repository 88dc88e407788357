import { fieldId } from './Field.tsx'

/** The field comes into view, and the focus goes into it. `part`: its whole section from the heading on. What is folded opens. */
export function goToField(name: string, { part = false }: { part?: boolean | undefined } = {}) {
  const field = document.getElementById(fieldId(name))
  field?.closest('[hidden]')?.dispatchEvent(new Event('beforematch'))
  const control = field?.querySelector<HTMLElement>('input, textarea, button') ?? field
  const section = part ? field?.closest('fieldset') : undefined
  if (section) section.scrollIntoView({ block: 'start' })
  else control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}
