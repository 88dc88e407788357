import type { ReactNode } from 'react'
import { partOf, SectionCard, type SectionProps } from '#layouts/staff/SectionCard.tsx'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { tableOf, wordsOf } from '#lib/form/formWords.ts'
import { Facts } from '#ui/Facts.tsx'
import { RecordForm } from '#ui/form/RecordForm.tsx'
import { RowsTable, withoutBlanks } from '#ui/table/RowsTable.tsx'
import '#modules/awards/pages/staffAwards.css'

type Props = SectionProps & {
  of: { fields: FormField[]; values: FormValues; version: string | number }
  /** Why nothing in it can be changed. */
  hindrance?: string | null
  /** Below what is shown. */
  children?: ReactNode
}

/** One part of an award, or of one year's call: to be read, and to be changed by itself. */
export function RuleCard({ of, save, reload, children, ...card }: Props) {
  const { fields, values } = partOf(of, card.section)
  return (
    <SectionCard {...card}>
      {card.isOpen ? (
        <RecordForm
          fields={fields}
          values={values}
          save={save}
          reload={reload}
          version={String(of.version)}
          labelOf={name => of.fields.find(field => field.name === name)?.label}
          onCancel={() => card.setOpen(false)}
        />
      ) : (
        <Shown fields={fields} values={values} />
      )}
      {!card.isOpen && children}
    </SectionCard>
  )
}

function Shown({ fields, values }: { fields: FormField[]; values: FormValues }) {
  const plain = fields.filter(({ kind }) => kind !== 'rows')
  return (
    <>
      {plain.length > 0 && (
        <Facts facts={plain.map(field => [field.label, wordsOf(field, values[field.name]) || '未填写'])} />
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
