import type { FormField, FormValues } from '#lib/form/form.ts'
import { useTabStorage } from '#ui/form/useTabStorage.ts'

const NONE: FormValues = {}

/**
 * Keeps unsaved changes of a record in this tab, through an expired session. Personal values are not kept: the next
 * user of the computer must not find them.
 */
export function useChanges(record: string, fields: readonly FormField[]) {
  const withoutPersonal = (changes: FormValues) => {
    const personal = new Set(fields.filter(field => field.personal).map(({ name }) => name))
    const rest = Object.entries(changes).filter(([name]) => !personal.has(name))
    return rest.length ? Object.fromEntries(rest) : null
  }
  const { value, keep } = useTabStorage(record, NONE, withoutPersonal)
  return { changes: value, change: keep, clear: () => keep(NONE) }
}
