import { useCallback, useState } from 'react'
import { readTabStorage, writeTabStorage } from './tabStorage.ts'

/**
 * Keeps unfinished input in this tab, so that a reload, a conflict or a new sign-in does not lose it. `storable`
 * returns the part that may be stored.
 */
export function useTabStorage<Value>(
  key: string,
  empty: Value,
  storable: (value: Value) => Value | null = value => value,
) {
  const [value, setValue] = useState<Value>(() => readTabStorage<Value>(key) ?? empty)
  const change = (next: Value) => {
    writeTabStorage(key, storable(next))
    setValue(next)
  }
  /** Clears the stored value; the shown one stays until the screen is updated. */
  const clear = useCallback(() => writeTabStorage(key, null), [key])
  return { value, keep: change, clear }
}
