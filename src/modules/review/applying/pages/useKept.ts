import { useCallback, useState } from 'react'

/** `draft.ts` lets go of what begins so when somebody else signs in here. */
const PREFIX = 'draft:review:'

/** Something half typed, kept in this tab until it is done: a reload, a conflict or a new sign-in does not lose it. */
export function useKept<Value>(key: string, empty: Value) {
  const name = PREFIX + key
  const [value, setValue] = useState<Value>(() => read(name) ?? empty)
  const keep = (next: Value) => {
    sessionStorage.setItem(name, JSON.stringify(next))
    setValue(next)
  }
  const clear = useCallback(() => sessionStorage.removeItem(name), [name])
  return { value, keep, clear }
}

function read(name: string) {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}
