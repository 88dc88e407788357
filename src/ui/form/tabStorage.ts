/** Prefix of unsent input kept in this tab; `draft.ts` removes it when another user signs in. */
export const DRAFT_PREFIX = 'draft:'

export function readTabStorage<Value>(key: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(DRAFT_PREFIX + key) ?? 'null')
  } catch {
    return null
  }
}

/** A browser that keeps nothing still lets one type. `null`: nothing any more. */
export function writeTabStorage<Value>(key: string, value: Value | null): void {
  try {
    if (value === null) sessionStorage.removeItem(DRAFT_PREFIX + key)
    else sessionStorage.setItem(DRAFT_PREFIX + key, JSON.stringify(value))
  } catch {}
}
