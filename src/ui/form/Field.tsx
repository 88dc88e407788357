import type { ReactNode } from 'react'

/** Attributes that tie a control to its label, hint and error. */
export type Described = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

type Props = {
  name: string
  label: string
  required?: boolean | undefined
  hint?: ReactNode
  error?: string | undefined
  /** Above the control: what a reviewer asked for. */
  before?: ReactNode
  /** Below all of it: what helps to fill it in. */
  after?: ReactNode
  /** Several controls under one label, such as boxes to tick. */
  group?: boolean
  /** What is written in it has few characters: it is as wide as that. */
  isShort?: boolean
  /** `optional`: marks only optional fields, where nearly all are required. */
  marks?: 'all' | 'optional'
  children: (described: Described) => ReactNode
}

export const fieldId = (name: string) => `field-${name}`

export function Field({
  name,
  label,
  required,
  hint,
  error,
  before,
  after,
  group,
  isShort,
  marks = 'all',
  children,
}: Props) {
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
      {marks === 'all' ? (
        <em className={required ? 'field-required' : 'field-optional'}>{required ? '必填' : '选填'}</em>
      ) : (
        !required && '（选填）'
      )}
    </>
  )
  return (
    <div className="field" data-invalid={error ? true : undefined} data-short={isShort || undefined}>
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
