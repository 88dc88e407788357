import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { tableOf, wordsOf } from '#lib/form/formWords.ts'
import { RecordForm } from '#ui/form/RecordForm.tsx'
import { RowsTable, withoutBlanks } from '#ui/table/RowsTable.tsx'
import '#modules/awards/pages/staffAwards.css'

type Props = {
  of: { fields: FormField[]; values: FormValues; version: string | number }
  section: string
  isOpen: boolean
  /** One card is open at a time. */
  isLocked: boolean
  /** Why nothing in it can be changed. */
  hindrance?: string | null
  setOpen: (isOpen: boolean) => void
  save: (form: FormValues, version?: string) => Promise<unknown>
  reload: () => void
  /** Below what is shown. */
  children?: ReactNode
}

/** One part of an award, or of one year's call: to be read, and to be changed by itself. */
export function RuleCard({ of, section, isOpen, isLocked, hindrance, setOpen, save, reload, children }: Props) {
  const fields = of.fields.filter(field => field.section === section).map(field => ({ ...field, section: '' }))
  const values = Object.fromEntries(fields.map(({ name }) => [name, of.values[name] ?? null]))
  return (
    <section className="desk-card" aria-label={section}>
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
        <RecordForm
          fields={fields}
          values={values}
          save={save}
          reload={reload}
          version={String(of.version)}
          labelOf={name => of.fields.find(field => field.name === name)?.label}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <Shown fields={fields} values={values} />
      )}
      {!isOpen && children}
    </section>
  )
}

function Shown({ fields, values }: { fields: FormField[]; values: FormValues }) {
  const plain = fields.filter(({ kind }) => kind !== 'rows')
  return (
    <>
      {plain.length > 0 && (
        <dl className="facts">
          {plain.map(field => (
            <div key={field.name}>
              <dt>{field.label}</dt>
              <dd>{wordsOf(field, values[field.name]) || '未填写'}</dd>
            </div>
          ))}
        </dl>
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
