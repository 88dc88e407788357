import type { ReactNode } from 'react'

/** What ties a control to the words around it. */
export type Described = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

type Props = {
  name: string
  label: string
  required?: boolean
  hint?: ReactNode
  error?: string
  /** Above the control: what a reviewer asked for. */
  before?: ReactNode
  after?: ReactNode
  /** Several controls under one label, such as boxes to tick. */
  group?: boolean
  children: (described: Described) => ReactNode
}

export const fieldId = (name: string) => `field-${name}`

/** One field of any form: label above, whether it is required, hint, control, and what is wrong with it. */
export function Field({ name, label, required, hint, error, before, after, group, children }: Props) {
  const id = fieldId(name)
  const told = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const described: Described = {
    id,
    'aria-describedby': told || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  }
  const words = (
    <>
      {label}
      {required ? <em className="field-required">必填</em> : <em className="field-optional">选填</em>}
    </>
  )
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      {group ? (
        <span className="field-label" id={`${id}-label`}>
          {words}
        </span>
      ) : (
        <label className="field-label" htmlFor={id} id={`${id}-label`}>
          {words}
        </label>
      )}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {before}
      {children(described)}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {after}
    </div>
  )
}
