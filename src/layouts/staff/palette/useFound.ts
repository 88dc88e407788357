import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { refusalOf } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { saysSomething } from '#modules/search/saysSomething.ts'

type Found = Output<ApiContract['GET /staff/find']>
type State = { asked: string; groups: Found; problem: string | undefined }

/** In ms: who types on is not asked for. */
const PAUSE = 120
const NOTHING: State = { asked: '', groups: [], problem: undefined }

/** What the server finds. The question before is given up; its answer stays until the new one is there. */
export function useFound(typed: string): State & { waiting: boolean } {
  const [state, setState] = useState(NOTHING)
  const isAsked = saysSomething(typed)
  useEffect(() => {
    if (!isAsked) return
    const asking = new AbortController()
    const timer = setTimeout(async () => {
      const answered = await browserApi('GET /staff/find', { key: typed }, asking.signal).then(
        groups => ({ asked: typed, groups, problem: undefined }),
        error => ({ asked: typed, groups: [], problem: refusalOf(error).message }),
      )
      if (!asking.signal.aborted) setState(answered)
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [typed, isAsked])
  return isAsked ? { ...state, waiting: state.asked !== typed } : { ...NOTHING, waiting: false }
}
