import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { announce } from '#api/session.ts'
import type { Refusal } from '#lib/error.ts'
import { ignoredWords, refusedParameters } from '#lib/ignoredParameters.ts'

/** Takes the parameters out of the address that the call of a list within a screen refused, and says so. */
export function useDropRefused(error: Refusal | undefined) {
  const [query, setQuery] = useSearchParams()
  const drop = useEffectEvent(() => {
    const refused = refusedParameters(error, name => query.get(name))
    if (refused.length === 0) return
    announce(ignoredWords(refused))
    setQuery(
      query => {
        for (const { name } of refused) query.delete(name)
        return query
      },
      { replace: true, preventScrollReset: true },
    )
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(drop, [error])
}
