import type { ReactNode } from 'react'
import type { FormField } from '#lib/form/form.ts'

type Props = {
  fields: readonly FormField[]
  /** Below the heading of a section. */
  head?: (section: string) => ReactNode
  children: (field: FormField) => ReactNode
}

/** The fields of a form in their order, under the headings of their sections. */
export const FormSections = ({ fields, head, children }: Props) =>
  [...Map.groupBy(fields, ({ section }) => section)].map(([section, inIt]) => (
    <fieldset key={section} className="form-section">
      {section && <legend>{section}</legend>}
      {head?.(section)}
      {inIt.map(children)}
    </fieldset>
  ))
