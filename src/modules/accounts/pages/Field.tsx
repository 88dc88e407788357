import type { ComponentProps, ReactNode } from 'react'
import './entrance.css'

type Props = Omit<ComponentProps<'input'>, 'id' | 'children'> & {
  name: string
  label: string
  hint?: ReactNode
  error: string | undefined
  /** Beside the input: a button that belongs to it. */
  aside?: ReactNode
}

/** A label, what to know before typing, what is wrong with what was typed, and the input. Its id is its name. */
export function Field({ name, label, hint, error, aside, ...input }: Props) {
  const notes = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return (
    <div className="entry-field" data-wrong={error ? true : undefined}>
      <label htmlFor={name}>{label}</label>
      {hint && (
        <p id={`${name}-hint`} className="entry-hint">
          {hint}
        </p>
      )}
      <FieldError name={name} error={error} />
      <div className="entry-row">
        <input
          {...input}
          id={name}
          name={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={notes || undefined}
        />
        {aside}
      </div>
    </div>
  )
}

export const FieldError = ({ name, error }: { name: string; error: string | undefined }) =>
  error && (
    <p id={`${name}-error`} className="entry-error">
      <b>错误：</b>
      {error}
    </p>
  )
