import type { ComponentProps, ReactNode } from 'react'
import { Field } from '../Field.tsx'
import { isRadioChoice, LightControl } from './LightControl.tsx'

type Props = Omit<ComponentProps<typeof LightControl>, 'described' | 'value'> & {
  value?: ComponentProps<typeof LightControl>['value']
  error: string | undefined
  before?: ReactNode
  marks?: 'all' | 'optional'
}

export const LightField = ({ field, error, before, marks = 'optional', value, ...control }: Props) => (
  <Field
    name={field.name}
    label={field.label}
    required={field.required}
    hint={field.kind === 'agreement' ? undefined : field.hint}
    error={error}
    before={before}
    marks={marks}
    group={field.kind === 'agreement' || (isRadioChoice(field) && !control.asList)}
  >
    {described => <LightControl {...control} field={field} value={value} described={described} />}
  </Field>
)
