import { Fragment } from 'react'
import { partOf, SectionCard, type SectionProps } from '#layouts/staff/SectionCard.tsx'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { tableOf, wordsOf } from '#lib/form/formWords.ts'
import { exampleOf, faultOf } from '#modules/certificates/numbering.ts'
import { Facts } from '#ui/Facts.tsx'
import { RowsTable, withoutBlanks } from '#ui/table/RowsTable.tsx'
import type { Kind } from './StaffCatalogueKind.tsx'

/** One part of a kind, to be read, and to be changed by itself. */
export function KindCard({ of, ...card }: SectionProps & { of: Kind }) {
  const part = partOf(of, card.section)
  const isNumbered = part.fields.some(({ name }) => name === 'numberRule')
  return (
    <SectionCard
      {...card}
      {...part}
      version={of.version}
      below={isNumbered ? typed => <Example of={of} typed={typed} /> : undefined}
    >
      <Shown of={of} fields={part.fields} values={part.values} />
    </SectionCard>
  )
}

function Shown({ of, fields, values }: { of: Kind; fields: FormField[]; values: FormValues }) {
  const plain = fields.filter(({ kind }) => kind !== 'rows')
  return (
    <>
      {plain.length > 0 && (
        <Facts
          facts={plain.map(field => [
            field.label,
            <Fragment key={field.name}>
              {wordsOf(field, values[field.name]) || '未设置'}
              {field.name === 'numberRule' && <Example of={of} typed={values} />}
            </Fragment>,
          ])}
        />
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
