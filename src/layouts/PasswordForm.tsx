import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useSubmit } from '#api/useApi.ts'

type Props = {
  of: 'member' | 'staff'
  /** For password managers, where the user name is known. */
  userName?: string
  /** Follows once the password was right. */
  done: () => void
  /** Why it is asked for. */
  intro: ReactNode
  /** The buttons, of which one submits. */
  children: (busy: boolean) => ReactNode
}

/** Asks whoever is signed in for their password. */
export function PasswordForm({ of, userName, done, intro, children }: Props) {
  const [password, setPassword] = useState('')
  const { submit, busy, error } = useSubmit(`POST /${of}/confirm`)
  const id = useId()
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (await submit({ password })) done()
  }
  return (
    <form onSubmit={confirm} noValidate>
      {intro}
      {userName && <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />}
      <div className="field">
        <label htmlFor={id} className="field-label">
          密码
        </label>
        <input
          id={id}
          type="password"
          className="text-input"
          autoComplete="current-password"
          value={password}
          maxLength={200}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={event => setPassword(event.target.value)}
        />
        {error && (
          <p id={`${id}-error`} role="alert" className="field-error">
            {error.message}
          </p>
        )}
      </div>
      <div className="form-actions">{children(busy)}</div>
    </form>
  )
}
