import { useState } from 'react'
import { useApi } from '#api/useApi.ts'

/** Suggestions of a dictionary. Loaded when the input is first focused; without them the user types. */
export function useSuggestions(dictionary: string) {
  const [isEntered, enter] = useState(false)
  const { data = [] } = useApi('GET /dictionary/list', isEntered ? { dictionary } : null)
  const names = data.flatMap(({ name, retired }) => (retired ? [] : name))
  return { names, enter: () => enter(true) }
}

export const filterSuggestions = (names: readonly string[], typed: string): readonly string[] =>
  names.filter(name => name.includes(typed.trim()) && name !== typed)
