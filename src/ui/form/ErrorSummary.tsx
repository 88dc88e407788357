import { useEffect, useId, useRef } from 'react'
import type { FieldErrors } from '#lib/form/form.ts'
import { fieldId } from './Field.tsx'

type Props = { errors: FieldErrors; labelOf: (name: string) => string; message?: string }

/** Everything that is wrong, on top, with the focus on it; each line leads to its field. */
export function ErrorSummary({ errors, labelOf, message }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const names = Object.keys(errors)
  const count = names.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new answer of the server takes the focus
  useEffect(() => {
    if (count === 0) return
    box.current?.focus()
    const { title } = document
    document.title = `错误：${title.replace(/^错误：/, '')}`
    return () => {
      document.title = title
    }
  }, [errors])
  if (count === 0) return null
  return (
    <div className="error-summary" ref={box} tabIndex={-1} role="alert" aria-labelledby={id}>
      <h2 id={id}>{message ?? `有 ${count} 项需要更正`}</h2>
      <ul>
        {names.map(name => (
          <li key={name}>
            <a href={`#${fieldId(name)}`} onClick={event => lead(event, name)}>
              {labelOf(name) && !errors[name]!.includes(labelOf(name)) ? `${labelOf(name)}：` : ''}
              {errors[name]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** To the field itself, without changing the address. */
function lead(event: React.MouseEvent, name: string) {
  event.preventDefault()
  const field = document.getElementById(fieldId(name))
  const control = field?.querySelector<HTMLElement>('input, textarea, button') ?? field
  control?.scrollIntoView({ block: 'center' })
  control?.focus()
}
