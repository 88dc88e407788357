import { useState } from 'react'
import { useApi } from '#api/useApi.ts'

/**
 * What a dictionary offers for a line of words. Asked for when the line is first entered; where it cannot be had, one types.
 */
export function useSuggestions(dictionary: string) {
  const [isEntered, enter] = useState(false)
  const { data = [] } = useApi('GET /dictionary/list', isEntered ? { dictionary } : null)
  const names = data.flatMap(({ name, retired }) => (retired ? [] : name))
  return { names, enter: () => enter(true) }
}

/** What would complete the words typed so far. */
export const suggested = (names: readonly string[], typed: string): readonly string[] =>
  names.filter(name => name.includes(typed.trim()) && name !== typed)
