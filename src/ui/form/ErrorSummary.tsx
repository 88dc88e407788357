import { useEffect, useId, useRef } from 'react'
import type { FieldErrors } from '#lib/form/form.ts'
import { FieldLink } from './FieldLink.tsx'

type Props = {
  errors: FieldErrors
  /** Labels of fields whose errors do not name them. */
  labelOf?: (name: string) => string
  message?: string | undefined
  /** The message is shown even if no field is wrong. */
  alone?: boolean
}

/** Summary of all errors, which receives the focus; each line links to its field. */
export function ErrorSummary({ errors, labelOf, message, alone }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const found = Object.entries(errors)
  const heading = found.length ? (message ?? `有 ${found.length} 处需要更正`) : alone && message
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new answer of the server takes the focus
  useEffect(() => {
    if (!heading) return
    box.current?.focus()
    const { title } = document
    document.title = `错误：${title.replace(/^错误：/, '')}`
    return () => {
      document.title = title
    }
  }, [errors, heading])
  if (!heading) return null
  return (
    <div className="error-summary" ref={box} tabIndex={-1} role="alert" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {found.length > 0 && (
        <ul>
          {found.map(([name, error]) => (
            <li key={name}>
              <FieldLink name={name}>{withLabel(error, labelOf?.(name))}</FieldLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const withLabel = (error: string, label = '') => (label && !error.includes(label) ? `${label}：${error}` : error)
