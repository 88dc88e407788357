import type { FieldErrors } from '#lib/form/form.ts'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import { PasswordField } from './PasswordField.tsx'

/** Credential fields of a sign-in form; `label` names the identifiers that are accepted. */
export const NameAndPassword = ({ label, errors }: { label: string; errors: FieldErrors }) => (
  <>
    <LightInput
      name="account"
      label={label}
      error={errors.account}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={60}
      required
    />
    <PasswordField name="password" label="密码" error={errors.password} autoComplete="current-password" />
  </>
)
