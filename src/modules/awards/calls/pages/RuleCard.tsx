import type { ReactNode } from 'react'
import { formSectionOf, SectionCard, type SectionProps } from '#layouts/staff/SectionCard.tsx'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { fieldText, tableOf } from '#lib/form/formWords.ts'
import { Facts } from '#ui/Facts.tsx'
import { RowsTable, withoutBlanks } from '#ui/table/RowsTable.tsx'
import '#modules/awards/pages/staffAwards.css'

type Props = SectionProps & {
  of: { fields: FormField[]; values: FormValues; version: string | number }
  /** Why nothing in it can be changed. */
  hindrance?: string | null
  /** Below what is shown. */
  children?: ReactNode
}

export function RuleCard({ of, children, ...card }: Props) {
  const part = formSectionOf(of, card.section)
  return (
    <SectionCard {...card} {...part} version={String(of.version)}>
      <Shown fields={part.fields} values={part.values} />
      {children}
    </SectionCard>
  )
}

function Shown({ fields, values }: { fields: FormField[]; values: FormValues }) {
  const plain = fields.filter(({ kind }) => kind !== 'rows')
  return (
    <>
      {plain.length > 0 && (
        <Facts facts={plain.map(field => [field.label, fieldText(field, values[field.name]) || '未填写'])} />
      )}
      {fields.map(field => {
        const table = tableOf(field, values[field.name])
        if (!table) return null
        if (table.rows.length === 0) return <p key={field.name}>{field.label}：没有设置。</p>
        return (
          <div key={field.name} className="rule-table">
            {fields.length > 1 && <h3>{field.label}</h3>}
            <RowsTable caption={field.label} {...withoutBlanks(table)} />
          </div>
        )
      })}
    </>
  )
}
