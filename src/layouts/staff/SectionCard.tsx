import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { RecordForm } from '#ui/form/RecordForm.tsx'

type FormProps = Parameters<typeof RecordForm>[0]

/** A part of a record among the others. */
export type SectionProps = Pick<FormProps, 'save' | 'reload'> & {
  section: string
  isOpen: boolean
  /** Prevents editing while another section is edited. */
  isLocked: boolean
  setOpen: (isOpen: boolean) => void
}
type Props = SectionProps &
  Pick<FormProps, 'fields' | 'values' | 'version' | 'labelOf' | 'fillers'> & {
    /** Why nothing in it can be changed. */
    hindrance?: string | null | undefined
    id?: string
    isWide?: boolean
    /** Below the fields, while it is changed. */
    below?: FormProps['children']
    /** Content shown while the section is not edited. */
    children: ReactNode
  }

export function SectionCard({ section, isOpen, isLocked, setOpen, hindrance, id, isWide, ...props }: Props) {
  const { below, children, ...form } = props
  return (
    <section className="desk-card" aria-label={section} id={id} data-wide={isWide || undefined}>
      <div className="desk-card-head">
        <h2>{section}</h2>
        {!isOpen && !hindrance && (
          <Button disabled={isLocked} onClick={() => setOpen(true)}>
            修改<span className="hidden-text">{section}</span>
          </Button>
        )}
      </div>
      {hindrance && <p>{hindrance}。</p>}
      {isOpen ? (
        <RecordForm {...form} onCancel={() => setOpen(false)}>
          {below}
        </RecordForm>
      ) : (
        children
      )}
    </section>
  )
}

/** The fields of a part, and what they hold; under its heading they need no other. */
export function formSectionOf(of: { fields: readonly FormField[]; values: FormValues }, section: string) {
  const fields = of.fields.filter(field => field.section === section).map(field => ({ ...field, section: '' }))
  const values: FormValues = Object.fromEntries(fields.map(({ name }) => [name, of.values[name] ?? null]))
  const labelOf = (name: string) => of.fields.find(field => field.name === name)?.label
  return { fields, values, labelOf }
}
