import type { Answer } from './useApi.ts'
import { useRevalidation } from './useRevalidate.ts'

/** Wraps the data of a screen's `clientLoader` as an Answer, for parts of the screen that show the answer to a call. */
export function useLoaded<Data>(data: Data): Answer<Data> & { data: Data } {
  const { revalidate, state } = useRevalidation()
  return { data, error: undefined, loading: state === 'loading', reload: () => void revalidate() }
}
