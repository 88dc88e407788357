import type { ComponentType, ReactNode } from 'react'
import type { FormField } from '#lib/form/form.ts'

export type SectionProps = { name: string; children: ReactNode }

type Props = {
  fields: readonly FormField[]
  /** Below the heading of a section; `first`: its first field. */
  head?: (section: string, first: string) => ReactNode
  in?: ComponentType<SectionProps>
  children: (field: FormField) => ReactNode
}

/** The fields of a form in their order, under the headings of their sections. */
export const FormSections = ({ fields, head, in: In = PlainSection, children }: Props) =>
  [...Map.groupBy(fields, ({ section }) => section)].map(([section, inIt]) => (
    <In key={section} name={section}>
      {head?.(section, inIt[0]!.name)}
      {inIt.map(children)}
    </In>
  ))

export const PlainSection = ({ name, children }: SectionProps) => (
  <fieldset className="form-section">
    {name && <legend>{name}</legend>}
    {children}
  </fieldset>
)
