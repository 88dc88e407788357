import type { ComponentProps, ReactNode } from 'react'
import { Field } from '../Field.tsx'

type Props = Omit<ComponentProps<'input'>, 'id' | 'className' | 'children'> & {
  name: string
  label: string
  hint?: ReactNode
  error: string | undefined
  aside?: ReactNode
}

/** A line of its own kind, which no list of fields names: a password, a code, a file. */
export const LightInput = ({ name, label, hint, error, aside, required, ...input }: Props) => (
  <Field name={name} label={label} hint={hint} error={error} required={required} marks="optional">
    {described => (
      <span className="light-line">
        <input {...described} {...input} name={name} className="light-control" />
        {aside}
      </span>
    )}
  </Field>
)
