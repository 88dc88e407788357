import type { FormField, FormValues } from '#lib/form/form.ts'
import { useKept } from '#ui/form/useKept.ts'

const NONE: FormValues = {}

/**
 * What of a record is changed and not yet saved, kept in this tab through a sign-in that ran out. Personal values are
 * not: whoever uses the computer next must not find them.
 */
export function useChanges(record: string, fields: readonly FormField[]) {
  const withoutPersonal = (changes: FormValues) => {
    const personal = new Set(fields.filter(field => field.personal).map(({ name }) => name))
    const rest = Object.entries(changes).filter(([name]) => !personal.has(name))
    return rest.length ? Object.fromEntries(rest) : null
  }
  const { value, keep } = useKept(record, NONE, withoutPersonal)
  return { changes: value, change: keep, clear: () => keep(NONE) }
}
