/** Prefix of unsent input kept in this tab; `draft.ts` removes it when another user signs in. */
export const PREFIX = 'draft:'

export function readKept<Value>(key: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null')
  } catch {
    return null
  }
}

/** A browser that keeps nothing still lets one type. `null`: nothing any more. */
export function keep<Value>(key: string, value: Value | null): void {
  try {
    if (value === null) sessionStorage.removeItem(PREFIX + key)
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(value))
  } catch {}
}
