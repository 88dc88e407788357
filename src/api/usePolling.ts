import { useEffect } from 'react'
import type { Answer } from './useApi.ts'

/** Asks anew after a pause in ms, and again, as long as there is a pause. */
export function usePolling({ loading, reload }: Pick<Answer<unknown>, 'loading' | 'reload'>, pause?: number) {
  useEffect(() => {
    if (!pause || loading) return
    const timer = setTimeout(reload, pause)
    return () => clearTimeout(timer)
  }, [pause, loading, reload])
}
