import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { FormField, FormValues } from '#lib/form/form.ts'

/** A part of a record among the others. */
export type SectionProps = {
  section: string
  isOpen: boolean
  /** One part is open at a time. */
  isLocked: boolean
  setOpen: (isOpen: boolean) => void
  save: (form: FormValues, version?: string) => Promise<unknown>
  reload: () => void
}
type Props = Pick<SectionProps, 'section' | 'isOpen' | 'isLocked' | 'setOpen'> & {
  /** Why nothing in it can be changed. */
  hindrance?: string | null | undefined
  id?: string
  'data-wide'?: true | undefined
  /** Its values, or the form that changes them. */
  children: ReactNode
}

/** One part of a record, to be read, and to be changed by itself. */
export const SectionCard = ({ section, isOpen, isLocked, setOpen, hindrance, children, ...card }: Props) => (
  <section className="desk-card" aria-label={section} {...card}>
    <div className="desk-card-head">
      <h2>{section}</h2>
      {!isOpen && !hindrance && (
        <Button disabled={isLocked} onClick={() => setOpen(true)}>
          修改<span className="hidden-text">{section}</span>
        </Button>
      )}
    </div>
    {hindrance && <p>{hindrance}。</p>}
    {children}
  </section>
)

/** The fields of a part, and what they hold; under its heading they need no other. */
export function partOf(of: { fields: readonly FormField[]; values: FormValues }, section: string) {
  const fields = of.fields.filter(field => field.section === section).map(field => ({ ...field, section: '' }))
  const values: FormValues = Object.fromEntries(fields.map(({ name }) => [name, of.values[name] ?? null]))
  return { fields, values }
}
