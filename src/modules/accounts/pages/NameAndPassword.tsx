import { Field } from './Field.tsx'
import { PasswordField } from './PasswordField.tsx'

/** By what somebody signs in; `label` says which names are taken. */
export const NameAndPassword = ({
  label,
  errorOf,
}: {
  label: string
  errorOf: (name: string) => string | undefined
}) => (
  <>
    <Field
      name="account"
      label={label}
      error={errorOf('account')}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={60}
      required
    />
    <PasswordField
      name="password"
      label="密码"
      error={errorOf('password')}
      autoComplete="current-password"
      maxLength={200}
      required
    />
  </>
)
