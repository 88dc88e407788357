import { useCallback, useState } from 'react'
import { keep, readKept } from './kept.ts'

/**
 * Something half typed, kept in this tab until it is done: a reload, a conflict or a new sign-in does not lose it.
 * `storable`: what of it may lie there.
 */
export function useKept<Value>(key: string, empty: Value, storable: (value: Value) => Value | null = value => value) {
  const [value, setValue] = useState<Value>(() => readKept<Value>(key) ?? empty)
  const change = (next: Value) => {
    keep(key, storable(next))
    setValue(next)
  }
  /** It is done; what is shown stays until the screen knows more. */
  const clear = useCallback(() => keep(key, null), [key])
  return { value, keep: change, clear }
}
