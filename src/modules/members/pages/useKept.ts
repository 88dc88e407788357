import { useState } from 'react'
import type { FormField, FormValues } from '#lib/form/form.ts'

/**
 * What is typed and not yet saved, kept in this tab through a sign-in that ran out. Personal values are not: whoever
 * uses the computer next must not find them.
 */
export function useKept(name: string, fields: readonly FormField[]) {
  const [changes, setChanges] = useState<FormValues>(() => read(name))
  const change = (next: FormValues) => {
    setChanges(next)
    const isPersonal = new Set(fields.filter(({ personal }) => personal).map(field => field.name))
    const kept = Object.entries(next).filter(([field]) => !isPersonal.has(field))
    write(name, kept.length ? JSON.stringify(Object.fromEntries(kept)) : null)
  }
  return { changes, change, clear: () => change({}) }
}

function read(name: string): FormValues {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '{}')
  } catch {
    return {}
  }
}

/** A browser that keeps nothing still lets one type. */
function write(name: string, value: string | null) {
  try {
    if (value === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, value)
  } catch {}
}
