import { type MouseEvent, useEffect, useRef } from 'react'
import type { Problem } from './useSubmit.ts'

/** What was refused, where the eye and the keyboard are: takes the focus, and leads to each field. */
export function ErrorSummary({ problem }: { problem: Problem | null }) {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!problem) return
    summary.current!.focus()
    const { title } = document
    document.title = `错误：${title}`
    return () => {
      document.title = title
    }
  }, [problem])
  if (!problem) return null
  const fields = Object.entries(problem.fields)
  // A refusal as a whole is its own heading; what is wrong with the fields is only counted there.
  const isWhole = fields.length === 0 || (fields.length === 1 && problem.message !== fields[0]![1])
  return (
    <div ref={summary} className="entry-problem" role="alert" tabIndex={-1} aria-labelledby="error-summary-title">
      <h2 id="error-summary-title">{isWhole ? problem.message : `有 ${fields.length} 处需要更正`}</h2>
      {fields.length > 0 && (
        <ul role="list">
          {fields.map(([name, message]) => (
            <li key={name}>
              <a href={`#${name}`} onClick={focusField}>
                {message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function focusField(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  document.getElementById(event.currentTarget.hash.slice(1))?.focus()
}
