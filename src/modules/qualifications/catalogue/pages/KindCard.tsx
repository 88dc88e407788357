import { Button } from 'antd'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { tableOf, wordsOf } from '#lib/form/formWords.ts'
import { exampleOf, faultOf } from '#modules/certificates/numbering.ts'
import { RecordForm } from '#ui/form/RecordForm.tsx'
import { RowsTable, withoutBlanks } from '#ui/table/RowsTable.tsx'
import type { Kind } from './StaffCatalogueKind.tsx'

type Props = {
  of: Kind
  section: string
  isOpen: boolean
  /** One card is open at a time. */
  isLocked: boolean
  setOpen: (isOpen: boolean) => void
  save: (form: FormValues, version?: string) => Promise<unknown>
  reload: () => void
}

/** One part of a kind, to be read, and to be changed by itself. */
export function KindCard({ of, section, isOpen, isLocked, setOpen, save, reload }: Props) {
  const fields = of.fields.filter(field => field.section === section).map(field => ({ ...field, section: '' }))
  const values = Object.fromEntries(fields.map(({ name }) => [name, of.values[name] ?? null]))
  const isNumbered = fields.some(({ name }) => name === 'numberRule')
  return (
    <section className="desk-card" aria-label={section}>
      <div className="desk-card-head">
        <h2>{section}</h2>
        {!isOpen && (
          <Button disabled={isLocked} onClick={() => setOpen(true)}>
            修改<span className="hidden-text">{section}</span>
          </Button>
        )}
      </div>
      {isOpen ? (
        <RecordForm
          fields={fields}
          values={values}
          save={save}
          reload={reload}
          version={of.version}
          onCancel={() => setOpen(false)}
        >
          {isNumbered ? typed => <Example of={of} typed={typed} /> : undefined}
        </RecordForm>
      ) : (
        <Shown of={of} fields={fields} values={values} />
      )}
    </section>
  )
}

function Shown({ of, fields, values }: { of: Kind; fields: FormField[]; values: FormValues }) {
  const plain = fields.filter(({ kind }) => kind !== 'rows')
  return (
    <>
      {plain.length > 0 && (
        <dl className="facts">
          {plain.map(field => (
            <div key={field.name}>
              <dt>{field.label}</dt>
              <dd>
                {wordsOf(field, values[field.name]) || '未设置'}
                {field.name === 'numberRule' && <Example of={of} typed={values} />}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {fields.map(field => {
        const table = tableOf(field, values[field.name])
        if (!table) return null
        if (table.rows.length === 0) return <p key={field.name}>还没有填写。</p>
        return <RowsTable key={field.name} caption={field.label} {...withoutBlanks(table)} />
      })}
    </>
  )
}

/** The next number as the rule would make it, while it is typed. */
function Example({ of, typed }: { of: Kind; typed: FormValues }) {
  const rule = String(typed.numberRule ?? '')
  const fault = faultOf(rule)
  const number = fault ?? exampleOf(rule, { ...of.numbered, kind: String(typed.code ?? ''), province: '32' })
  return (
    <span className="kind-example" role="status" data-fault={fault ? true : undefined}>
      {fault ? '编号规则有误：' : '编号示例：'}
      {number}
    </span>
  )
}
