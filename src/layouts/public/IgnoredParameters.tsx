import { type IgnoredParameter, ignoredWords } from '#lib/ignoredParameters.ts'
import { useAllLoaderData } from '#ui/router/router.tsx'
import './ignoredParameters.css'

/** Says which parameters of the address the page could not use. */
export function IgnoredParameters() {
  const ignored = useAllLoaderData().flatMap(ignoredIn)
  return (
    ignored.length > 0 && (
      <p className="ignored-parameters wrap" role="status">
        {ignoredWords(ignored)}。
      </p>
    )
  )
}

const ignoredIn = (loaded: unknown): IgnoredParameter[] =>
  typeof loaded === 'object' && loaded !== null && 'ignored' in loaded ? (loaded.ignored as IgnoredParameter[]) : []
