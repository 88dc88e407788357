import { useCallback, useEffect, useRef, useState } from 'react'
import type { Input, Output } from '#lib/contract.ts'
import { isRefusal, Refusal } from '#lib/error.ts'
import { browserApi } from './browser.ts'
import type { ApiContract, ApiKey } from './contract.ts'

type GetKey = Extract<ApiKey, `GET ${string}`>
type PostKey = Extract<ApiKey, `POST ${string}`>
export type Answer<Data> = {
  data: Data | undefined
  error: Refusal | undefined
  loading: boolean
  reload: () => void
}

/**
 * Calls the server with `input`, again whenever that changes. Answers to older inputs are dropped; the old data stay
 * until the new ones arrive. `null`: no call yet.
 */
export function useApi<K extends GetKey>(key: K, input: Input<ApiContract[K]> | null): Answer<Output<ApiContract[K]>> {
  const asked = JSON.stringify(input)
  const [state, setState] = useState<Omit<Answer<Output<ApiContract[K]>>, 'reload'>>(WAITING)
  const [times, setTimes] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` asks the same again
  useEffect(() => {
    if (asked === 'null') return
    let current = true
    setState(before => ({ ...before, loading: true }))
    browserApi(key, JSON.parse(asked)).then(
      data => current && setState({ data, error: undefined, loading: false }),
      error => current && setState(before => ({ ...before, error: toRefusal(error), loading: false })),
    )
    return () => {
      current = false
    }
  }, [key, asked, times])
  const reload = useCallback(() => setTimes(count => count + 1), [])
  return { ...state, reload }
}

const WAITING = { data: undefined, error: undefined, loading: true }

/** Sends something, once at a time: what is clicked twice goes out once. What was refused is in `error` and `fields`. */
export function useSubmit<K extends PostKey>(key: K) {
  const sending = useRef(false)
  const [state, setState] = useState<{ busy: boolean; error?: Refusal }>({ busy: false })
  const submit = useCallback(
    async (input: Input<ApiContract[K]>): Promise<Output<ApiContract[K]> | undefined> => {
      if (sending.current) return undefined
      sending.current = true
      setState({ busy: true })
      try {
        const answer = await browserApi(key, input)
        setState({ busy: false })
        return answer
      } catch (error) {
        setState({ busy: false, error: toRefusal(error) })
        return undefined
      } finally {
        sending.current = false
      }
    },
    [key],
  )
  const reset = useCallback(() => setState({ busy: false }), [])
  return { submit, reset, ...state, fields: state.error?.fields ?? NO_FIELDS }
}

const NO_FIELDS: Record<string, string> = {}

/** Turns any error into a Refusal with a sentence for the user. */
export const toRefusal = (error: unknown): Refusal =>
  isRefusal(error) ? error : new Refusal(0, '网络连接不上，请检查网络后重试')

/** Reloads the data of the screen after a conflict (409), keeping what the user typed, and rethrows the error. */
export function reloadOnConflict(error: unknown, reload: () => void): never {
  if (isRefusal(error) && error.code === 409) reload()
  throw error
}
