import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** Takes a name out of the address, as what it had opened closes; nothing scrolls. */
export function useRemoveParameter(name: string): () => void {
  const [, setQuery] = useSearchParams()
  return useCallback(
    () =>
      setQuery(
        query => {
          query.delete(name)
          return query
        },
        { preventScrollReset: true },
      ),
    [name, setQuery],
  )
}
